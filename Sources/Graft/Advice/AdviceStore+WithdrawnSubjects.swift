// SPDX-License-Identifier: Apache-2.0

extension AdviceStore {
  /// The path of an image that the type of a scope is from and whose extensions do not
  /// count at this moment.
  func withdrawnImage(of scope: AdviceScope) -> String? {
    let images: Set<UInt> =
      switch scope {
      case .everySubject, .typeNamed: []
      case .type(let type):
        type is AnyClass ? TypeMetadata(type).imagesOfClass : TypeMetadata(type).imagesOfValue
      case .subclasses(let type): TypeMetadata(type).imagesOfClass
      case .object(let object): TypeMetadata(object.type).imagesOfClass
      }
    guard !images.isEmpty else { return nil }
    return registry.withState { state in
      state.images.entries.last { entry in
        entry.state != .active && images.contains(entry.loaded.programHeaders)
      }?.image.path
    }
  }
}
