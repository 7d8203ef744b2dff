// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is gone at the end of the test.
final class Scratch: Sendable {
  let folder: String

  init() throws {
    var template = Array("/tmp/graft-inspection-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw ToolFailure(text: "mkdtemp: \(errno)") }
    folder = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

/// A tool of the build that did not do its work.
struct ToolFailure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}
