// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

/// The image that comes and goes.
struct Plugin: @unchecked Sendable {
  private struct TypeMissing: Error {}

  private let path: String
  private let image: ExtensionImage
  /// The type that it brings.
  let visitor: any (Speaker & Numbered).Type

  init(_ path: String) throws {
    self.path = path
    image = try ExtensionImage.load(path, onConflict: .passOver).images[0]
    guard let visitor = _typeByName("12RandomPlugin7VisitorV") as? any (Speaker & Numbered).Type
    else { throw TypeMissing() }
    self.visitor = visitor
  }

  func withdraw() throws { try image.withdraw() }

  func reinstate() throws { try image.reinstate(allowingConflicts: true) }

  /// Once more: what is loaded already is taken in as its newest build.
  func load() throws { _ = try ExtensionImage.load(path, onConflict: .passOver) }
}
