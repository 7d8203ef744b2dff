// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Runs other programs, and this one again: each group of figures has its own
/// process, so that registries stay separate.
enum Process {
  static let executable: String = {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
      return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
  }()

  /// The output of a shell command; nil if it fails.
  static func output(_ command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
      while case let count = fread(buffer.baseAddress!, 1, buffer.count, pipe), count > 0 {
        bytes += buffer[..<count]
      }
    }
    return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The output of this program for some arguments.
  static func again(_ arguments: String...) -> String? {
    output(([executable] + arguments).map { "'\($0)'" }.joined(separator: " "))
  }

  static func has(_ tool: String) -> Bool { output("command -v \(tool)") != nil }

  /// Calls `body` with a folder, and removes the folder afterwards.
  static func withTemporaryFolder<Result>(
    _ body: (String) throws -> Result
  ) rethrows -> Result {
    var template = Array("/tmp/graft-benchmarks.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder") }
    let folder = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
    defer { _ = output("rm -r '\(folder)'") }
    return try body(folder)
  }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { fatalError("\(path) can't be written") }
    fputs(text, file)
    fclose(file)
  }

  static func read(_ path: String) -> String? { output("cat '\(path)'") }
}
