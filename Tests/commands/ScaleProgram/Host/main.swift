// SPDX-License-Identifier: Apache-2.0

import Figures
import Glibc
import Graft
import Protocols

// One measurement in each process: its name, and its sizes.
let arguments = Array(CommandLine.arguments.dropFirst())
let sizes = arguments.dropFirst().compactMap { Int($0) }
let folder = arguments.last!

/// The files that the command has made, of one plug-in under so many names.
func plugin(_ number: Int) -> String { "\(folder)/plugin\(number).so" }

/// Loads so many, and tells of those at the beginning and of those at the end.
func loadAll(_ count: Int, identity: String?) throws {
  let part = max(1, count / 10)
  var times: [Double] = []
  var bytes: [Double] = []
  for number in 0..<count {
    times.append(
      try seconds { _ = try ExtensionImage.load(plugin(number), identity: identity) })
    bytes.append(byteCount)
  }
  // The very first reads what no other has to.
  tell("first", median(times.dropFirst().prefix(part)))
  tell("last", median(times.suffix(part)))
  tell("bytes", (bytes[count - 1] - bytes[count / 2]) / Double(count - 1 - count / 2))
}

switch arguments.first {
case "open":
  var times: [Double] = []
  for number in 0..<sizes[0] {
    times.append(seconds { _ = dlopen(plugin(number), RTLD_NOW) })
  }
  tell("last", median(times.suffix(max(1, times.count / 10))))

case "load":
  callSubjects(levels(of: sizes[1]))
  try loadAll(sizes[0], identity: nil)
  tell("sum", Double(callSubjects(levels(of: sizes[1]))))

case "reload":
  callSubjects(levels(of: sizes[1]))
  try loadAll(sizes[0], identity: "plugin")
  tell("sum", Double(callSubjects(levels(of: sizes[1]))))

case "block":
  callSubjects(levels(of: sizes[0]))
  ExtensionRegistry.block("Nobody.First")
  let times = (0..<15).map { number in
    seconds { ExtensionRegistry.block("Nobody.Other\(number)") }
  }
  tell("time", median(times))
  tell("calls", seconds { callSubjects(levels(of: sizes[0])) })

case "day":
  // One build after the other comes in, is called and goes out; there are so many.
  callSubjects(levels(of: sizes[1]))
  // What is measured keeps nothing itself.
  var (half, time) = (0.0, 0.0)
  for round in 0..<sizes[0] {
    if round == sizes[0] / 2 { half = byteCount }
    time += try seconds {
      let path = plugin(round % sizes[2])
      let image = try ExtensionImage.load(path, identity: "plugin").images[0]
      callSubjects(levels(of: sizes[1]))
      try image.withdraw()
    }
  }
  tell("bytes", byteCount - half)
  tell("round", time / Double(sizes[0]))

default:
  print("no measurement is called so")
  exit(2)
}
