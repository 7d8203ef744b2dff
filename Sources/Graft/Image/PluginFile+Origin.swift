// SPDX-License-Identifier: Apache-2.0

import CGraft
import CGraftLoader
import CLibrary
import GraftDescriptors

extension ImageOrigin {
  /// The origin of the Graft in this process.
  static let ofGraft: ImageOrigin? = {
    // Graft's own image gets the note too, for readers of files.
    graft_note_origin()
    guard var text = graft_origin() else { return nil }
    var description: [UInt8] = []
    // The text is a list of strings, which an empty one ends.
    while text.pointee != 0 {
      let fact = String(cString: text)
      description += Array(fact.utf8) + [0]
      text += fact.utf8.count + 1
    }
    return ImageOrigin(description: description)
  }()
}

extension PluginFile {
  /// Refuses a file with code of another compiler than Graft's.
  ///
  /// Code without a note, such as C, fits any compiler.
  package func checkCompiler(_ segments: [Segment]) throws(ImageLoadError) {
    guard let own = ImageOrigin.ofGraft else { return }
    let origins = segments.filter { $0.p_type == UInt32(PT_NOTE) }
      .flatMap { ImageOrigin.all(in: bytes(of: $0).span) }
    guard let other = origins.first(where: { !$0.isSameCompiler(as: own) }) else { return }
    throw .otherCompiler(
      path: path, found: other.name(beside: own), wanted: own.name(beside: other))
  }
}
