// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import Glibc
import Graft

@inline(never)
func callNative(_ subject: any Native, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.native(number) }
  return number
}

@inline(never)
func callGrafted(_ subject: any Grafted, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.grafted(number) }
  return number
}
@inline(never)
func callNative(_ subject: any NativeObject, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.nativeObject(number) }
  return number
}

@inline(never)
func callGrafted(_ subject: any GraftedObject, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.graftedObject(number) }
  return number
}
@inline(never)
func callNative(_ subjects: UnsafeBufferPointer<any Native>, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { for i in subjects.indices { number = subjects[i].native(number) } }
  return number
}

@inline(never)
func callGrafted(_ subjects: UnsafeBufferPointer<any Grafted>, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { for i in subjects.indices { number = subjects[i].grafted(number) } }
  return number
}
@inline(never)
func callChained(_ subject: any Chained, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.chained(number) }
  return number
}
func time(_ body: () -> Int) -> Double {
  var a = timespec(), b = timespec()
  clock_gettime(CLOCK_MONOTONIC, &a)
  sink &+= body()
  clock_gettime(CLOCK_MONOTONIC, &b)
  return Double(b.tv_sec - a.tv_sec) * 1e9 + Double(b.tv_nsec - a.tv_nsec)
}
nonisolated(unsafe) var sink = 0
func compare(_ name: String, _ count: Int, _ native: (Int) -> Int, _ grafted: (Int) -> Int) {
  var ratios: [Double] = []
  var least = (Double.infinity, Double.infinity)
  sink &+= native(10) &+ grafted(10)
  for _ in 0..<400 {
    let n = time { native(count) }
    let g = time { grafted(count) }
    least = (min(least.0, n), min(least.1, g))
    ratios.append(g / n)
  }
  ratios.sort()
  print(name, ratios[200], ratios[40], ratios[360], "min", least.1 / least.0, least.0 / Double(count), least.1 / Double(count))
}
if CommandLine.arguments.count > 1 {
  let n = Int(CommandLine.arguments[2])!
  switch CommandLine.arguments[1] {
  case "ns": sink &+= callNative(subjects[0] as any Native, n)
  case "gs": sink &+= callGrafted(subjects[0] as any Grafted, n)
  case "nc": sink &+= callNative(subjects[2] as any Native, n)
  case "gc": sink &+= callGrafted(subjects[2] as any Grafted, n)
  case "no": sink &+= callNative(objects[0] as any NativeObject, n)
  case "go": sink &+= callGrafted(objects[0] as any GraftedObject, n)
  case "ch": sink &+= callChained(beads[0], n)
  default: break
  }
  exit(0)
}
let c = 20000
let p = subjects[0], cat = subjects[2], clock1 = objects[0], coin = subjects[1]
let manyN = manySubjects.map { $0 as any Native }, manyG = manySubjects.map { $0 as any Grafted }
_ = callGrafted(Animal() as any Grafted, 1)
_ = callGrafted(p as any Grafted, 1)
compare("struct", c, { callNative(p as any Native, $0) }, { callGrafted(p as any Grafted, $0) })
compare("enum", c, { callNative(coin as any Native, $0) }, { callGrafted(coin as any Grafted, $0) })
compare("object", c, { callNative(clock1 as any NativeObject, $0) }, { callGrafted(clock1 as any GraftedObject, $0) })
compare("open", c, { callNative(cat as any Native, $0) }, { callGrafted(cat as any Grafted, $0) })
compare("64", c / 64, { n in manyN.withUnsafeBufferPointer { callNative($0, n) }}, { n in manyG.withUnsafeBufferPointer { callGrafted($0, n) } })
compare("chain", c, { callNative(p as any Native, $0) }, { callChained(beads[0], $0) })
