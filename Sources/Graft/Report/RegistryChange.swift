// SPDX-License-Identifier: Apache-2.0

/// Something that happened to images, or to the answers of calls.
public indirect enum RegistryChange: Equatable, Sendable {
  /// An image's extensions count now: `load` has accepted it, or it was linked, or came by
  /// `dlopen`.
  case arrived(ExtensionImage)
  /// `load` or `loadAll` did not take a file.
  case refused(path: String, ImageLoadError)
  /// An image was taken out by `withdraw()`; or it is again what it was when a newer build
  /// superseded it, which was rolled back.
  case withdrawn(ExtensionImage)
  /// An image's extensions count again, by `reinstate()`, or as a build before one that was
  /// rolled back.
  case reinstated(ExtensionImage)
  /// A newer build takes the place of an image.
  case superseded(ExtensionImage, by: ExtensionImage)
  /// An image was taken back by `rollBack()`.
  case rolledBack(ExtensionImage)
  /// Another extension answers a requirement for a subject that was called before.
  case answered(ImageArrival.Change)
  /// The reader was slow: so many changes before the next one were dropped.
  case lost(Int)
}

extension RegistryChange: CustomStringConvertible {
  public var description: String {
    switch self {
    case .arrived(let image): "\(image) arrived"
    case .refused(_, let error): "refused: \(error)"
    case .withdrawn(let image): "\(image) withdrawn"
    case .reinstated(let image): "\(image) reinstated"
    case .superseded(let image, let newer): "\(image) superseded by \(newer)"
    case .rolledBack(let image): "\(image) rolled back"
    case .answered(let change): "\(change)"
    case .lost(let count): "\(count) changes lost, since they were not read in time"
    }
  }
}

extension RegistryChange: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    switch self {
    case .arrived(let image): ["event": .string("arrived"), "image": image.json]
    case .refused(let path, let error):
      ["event": .string("refused"), "path": .string(path), "error": .string("\(error)")]
    case .withdrawn(let image): ["event": .string("withdrawn"), "image": image.json]
    case .reinstated(let image): ["event": .string("reinstated"), "image": image.json]
    case .superseded(let image, let newer):
      ["event": .string("superseded"), "image": image.json, "by": newer.json]
    case .rolledBack(let image): ["event": .string("rolledBack"), "image": image.json]
    case .answered(let change): ["event": .string("answered"), "answer": change.json]
    case .lost(let count): ["event": .string("lost"), "count": .number(count)]
    }
  }
}
