// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that lasts as long as a test. A new one each time: SwiftPM remembers
/// what a tag of a URL was.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "graft-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
