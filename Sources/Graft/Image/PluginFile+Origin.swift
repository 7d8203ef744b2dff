// SPDX-License-Identifier: Apache-2.0

import CGraft
import Glibc
import GraftDescriptors

extension ImageOrigin {
  /// That of the Graft of this process.
  static let ofGraft: ImageOrigin? = {
    // Graft's own image says it too, for readers of files.
    graft_note_origin()
    guard var text = graft_origin() else { return nil }
    var description: [UInt8] = []
    // Strings, behind the last of which there is an empty one.
    while text.pointee != 0 {
      let fact = String(cString: text)
      description += Array(fact.utf8) + [0]
      text += fact.utf8.count + 1
    }
    return ImageOrigin(description: description)
  }()
}

extension PluginFile {
  /// Refuses a file with code of another compiler than Graft's. Code that says nothing of its
  /// compiler, such as C, is of any.
  ///
  /// - Parameter path: a name without a slash is left to who knows its file.
  static func checkCompiler(of path: String) throws(ImageLoadError) {
    guard path.contains("/"), let own = ImageOrigin.ofGraft else { return }
    let origins = try opened(path) { file, _ throws(ImageLoadError) in
      try file.segments().filter { $0.p_type == UInt32(PT_NOTE) }
        .flatMap { ImageOrigin.all(in: file.bytes(of: $0).span) }
    }
    guard let other = origins.first(where: { !$0.isSameCompiler(as: own) }) else { return }
    throw .otherCompiler(
      path: path, found: other.name(beside: own), wanted: own.name(beside: other))
  }
}
