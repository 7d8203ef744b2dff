// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

/// The folder for a session's socket and builds.
final class SessionFolder {
  let path: String
  private var buildCount = 0

  /// Creates a folder that only this user may read, with a path short enough
  /// for a socket.
  init() throws(Problem) {
    let candidates = [getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }, "/tmp"]
    for parent in candidates.compactMap(\.self) {
      var template = Array("\(parent)/graft-reload-XXXXXX".utf8CString)
      if mkdtemp(&template) != nil {
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return
      }
    }
    throw Problem("no folder for a socket in /tmp: \(String(cString: strerror(errno)))")
  }

  /// The path of the product's next build; no two are equal.
  func next(of product: String) throws -> String {
    buildCount += 1
    let folder = "\(path)/\(buildCount)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder + "/" + (product as NSString).lastPathComponent
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
