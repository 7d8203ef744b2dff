// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// What `ExtensionImage.load` brought.
public struct ImageArrival: Equatable, Sendable, Encodable {
  /// The answer to a requirement that is another one now.
  public struct Change: Equatable, Sendable, Encodable {
    /// The type whose calls go elsewhere now, without its module.
    public let subject: String
    /// Without its module.
    public let protocolName: String
    /// As in tables.
    public let requirement: RequirementName
    /// Nil where nothing answered.
    public let before: RegisteredExtension?
    /// The extension that answers now; nil if none does.
    public let after: RegisteredExtension?
  }

  /// An image that was there, looks like an older build of one that arrived, and counts
  /// beside it.
  public struct Lookalike: Equatable, Sendable, Encodable {
    /// Why the newer image did not supersede it.
    public enum Reason: String, Sendable, Codable, CaseIterable {
      /// It is the program itself.
      case executable
      /// It was linked, or opened with `dlopen`: `load` takes out what `load` brought.
      case notLoaded
      /// Nothing says that they are builds of one image: neither `identity:` nor a SONAME
      /// that both have. A file's name does not.
      case otherIdentity
    }

    /// What `load` opened.
    public let arrived: ExtensionImage
    /// What was there.
    public let image: ExtensionImage
    /// Why it stays.
    public let reason: Reason
  }

  /// The image of the file first, then those that came with it. Images without
  /// descriptors are not listed.
  public let images: [ExtensionImage]
  /// Those that it brought and that are sound, in the order of the images.
  public let descriptors: [RegisteredExtension]
  /// For the subjects that were called before.
  public let changes: [Change]
  /// What it could have been taken for a newer build of, and was not.
  public let lookalikes: [Lookalike]
}

extension ImageArrival.Change: CustomStringConvertible {
  public var description: String {
    "\(protocolName).\(requirement) of \(subject): \(before?.name ?? "nobody") → \(after?.name ?? "nobody")"
  }
}

extension ImageArrival.Lookalike: CustomStringConvertible {
  public var description: String {
    let why =
      switch reason {
      case .executable, .notLoaded: reason.text
      case .otherIdentity:
        "say identity: \"\(image.identity)\" if it is one, or an identity of its own"
      }
    return "\(arrived.path): not taken as a newer build of \(image.path): \(why)"
  }
}

extension ImageArrival.Lookalike.Reason {
  var text: String {
    switch self {
    case .executable: "that is the executable"
    case .notLoaded: "that was not brought by load"
    case .otherIdentity: "nothing says that it is a build of the same image"
    }
  }
}
