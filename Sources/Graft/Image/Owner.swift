// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The image whose code installed an advice, a receiver or a block, which counts as long as that
/// image does.
struct Owner: Hashable, Sendable {
  /// The address of the shared object's program headers; 0 for the executable, which always counts.
  let programHeaders: UInt

  static let program = Owner(programHeaders: 0)

  private init(programHeaders: UInt) { self.programHeaders = programHeaders }

  /// The owner with an address in its image, such as `#dsohandle` of its code.
  ///
  /// Asks the loader: no lock may be held.
  init(_ address: UnsafeRawPointer) {
    var image: UInt = 0
    self.init(programHeaders: graft_shared_object_around(address, &image) ? image : 0)
  }
}

extension Owner {
  /// The owner with an address in its image, other than 0.
  init(at address: UInt) { self.init(UnsafeRawPointer(bitPattern: address)!) }

  init(_ image: LoadedImage) { self.init(programHeaders: image.programHeaders) }
}

extension ImageTable {
  /// Whether what an image has installed counts.
  ///
  /// An image that the registry does not know always counts.
  func counts(_ owner: Owner) -> Bool {
    number(ofFile: owner.programHeaders).map(counts) ?? true
  }
}
