# SPDX-License-Identifier: Apache-2.0
"""The parts of the program that no edit changes: the package, its server and its state."""

MANIFEST = """// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Program",
  dependencies: [.package(name: "Graft", path: "{graft}")],
  targets: [
    .target(name: "Books"),
    .executableTarget(
      name: "asked",
      dependencies: ["Books", .product(name: "GraftPlugins", package: "Graft")]),
  ])
"""

MAIN = """import Books
import Glibc

{statements}start()
await serve(at: CommandLine.arguments[1])
"""

# A fresh build has another file: nothing is handed to it.
START = """import GraftPlugins

func start() { ImageReload.start() }
"""
START_ALONE = "func start() {}\n"

# The state is a list of numbers with names, apart from all edits.
STATE = """public nonisolated(unsafe) var notes: [String: Int] = [:]

public struct Failure: Error {
  public init() {}
}

@resultBuilder public enum Sum {
  public static func buildBlock(_ numbers: Int...) -> Int { numbers.reduce(0, &+) }
}

public func total(_ numbers: Int...) -> Int { numbers.reduce(0, &+) }

public func note(_ name: String, _ more: Int) -> Int {
  let sum = (notes[name, default: 0] &+ more) % 10_007
  notes[name] = sum
  return sum
}
"""

# A request is a line; its answer ends with an empty line.
SERVER = """import Books
import Glibc

func serve(at path: String) async {
  unlink(path)
  let door = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
  let isBound = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(door, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard isBound == 0, listen(door, 4) == 0 else { fatalError("no socket at \\(path)") }
  while true {
    let caller = accept(door, nil, nil)
    guard let file = fdopen(caller, "r+") else { continue }
    while let line = readLine(from: file) {
      fputs(await answer(line) + "\\n\\n", file)
      fflush(file)
    }
    fclose(file)
  }
}

private func readLine(from file: UnsafeMutablePointer<FILE>) -> String? {
  var line: UnsafeMutablePointer<CChar>?
  var size = 0
  let count = getline(&line, &size, file)
  defer { free(line) }
  guard count > 0, let line else { return nil }
  return String(String(cString: line).dropLast())
}

private func answer(_ request: String) async -> String {
  let words = request.split(separator: " ")
  switch words.first {
  case "ask": return (await askBooks() + ask()).joined(separator: "\\n")
  case "state":
    let all = notes.map { "\\($0.key)=\\($0.value)" } + stored().map { "\\($0.key)=\\($0.value)" }
    return all.sorted().joined(separator: " ")
  case "restore":
    for word in words.dropFirst() {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let value = Int(parts[1]) else { continue }
      if !restore(String(parts[0]), value) { notes[String(parts[0])] = value }
    }
    return "restored"
  default: return "unknown"
  }
}
"""
