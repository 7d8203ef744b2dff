// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols

// The loops around calls. They are not inlined, so that no caller's knowledge
// of a subject's type reaches a call. Each adds a different number: functions
// that differ only in their calls would be merged, and a call would get many
// targets.
//
// Each call opens its `any P`, as calls do when nobody knows the type.

@inline(never)
func loop(_ subject: any Native, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.native(number) &+ 1 }
  return number
}

@inline(never)
func loop(_ subject: any Grafted, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.grafted(number) &+ 2 }
  return number
}

// Generic code opens its subject once, and calls the witness each time.

@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
func loop<Subject: Native>(generic subject: Subject, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.native(number) &+ 12 }
  return number
}

@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
func loop<Subject: Grafted>(generic subject: Subject, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.grafted(number) &+ 13 }
  return number
}

@inline(never)
func loop(_ subject: any NativeObject, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.nativeObject(number) &+ 3 }
  return number
}

@inline(never)
func loop(_ subject: any GraftedObject, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.graftedObject(number) &+ 4 }
  return number
}

@inline(never)
func loop(_ subjects: UnsafeBufferPointer<any Native>, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count / subjects.count {
    for index in subjects.indices { number = subjects[index].native(number) &+ 5 }
  }
  return number
}

@inline(never)
func loop(_ subjects: UnsafeBufferPointer<any Grafted>, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count / subjects.count {
    for index in subjects.indices { number = subjects[index].grafted(number) &+ 6 }
  }
  return number
}

@inline(never)
func loop(_ subject: any Chained, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = subject.chained(number) &+ 7 }
  return number
}

@inline(never)
func loop(later subject: any NativeEffects, _ count: Int) async -> Int {
  var number = 0
  for _ in 0..<count { number = await subject.nativeLater(number) &+ 8 }
  return number
}

@inline(never)
func loop(later subject: any GraftedEffects, _ count: Int) async -> Int {
  var number = 0
  for _ in 0..<count { number = await subject.graftedLater(number) &+ 9 }
  return number
}

@inline(never)
func loop(orRefuse subject: any NativeEffects, _ count: Int) throws(Refusal) -> Int {
  var number = 0
  for _ in 0..<count { number = try subject.nativeOrRefuse(number) &+ 10 }
  return number
}

@inline(never)
func loop(orRefuse subject: any GraftedEffects, _ count: Int) throws(Refusal) -> Int {
  var number = 0
  for _ in 0..<count { number = try subject.graftedOrRefuse(number) &+ 11 }
  return number
}
