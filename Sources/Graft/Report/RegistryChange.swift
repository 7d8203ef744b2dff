// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// A change of an image, or of an answer.
public indirect enum RegistryChange: Equatable, Sendable {
  /// An image's extensions count: `load` has accepted it, or it was linked or opened by `dlopen`.
  case arrived(ExtensionImage)
  /// `load` or `loadAll` has refused a file.
  case refused(path: String, ImageLoadError)
  /// `withdraw()` has removed an image; or a withdrawn image is no longer superseded.
  case withdrawn(ExtensionImage)
  /// An image's extensions count again, by `reinstate()` or since a newer build was rolled back.
  case reinstated(ExtensionImage)
  /// A newer build replaces an image.
  case superseded(ExtensionImage, by: ExtensionImage)
  /// `rollBack()` has removed an image.
  case rolledBack(ExtensionImage)
  /// Another extension answers a requirement for a subject of earlier calls.
  case answered(ImageArrival.Change)
  /// The reader was slow, so this number of changes was dropped.
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
    case .lost(let count): "\(count.counted("change")) lost: not read in time"
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
