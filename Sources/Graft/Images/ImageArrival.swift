// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// What `ExtensionImage.load` brought.
public struct ImageArrival: Hashable, Sendable, Encodable {
  /// The answer to a requirement that is another one now.
  public struct Change: Hashable, Sendable, Encodable {
    public let subject: String
    public let protocolName: String
    public let requirement: RequirementName
    /// Nil where nothing answered.
    public let before: RegisteredExtension?
    public let after: RegisteredExtension?
  }

  /// The image of the file first, then those that came with it. Images without
  /// descriptors are not listed.
  public let images: [ExtensionImage]
  public let descriptors: [RegisteredExtension]
  /// For the subjects that were called before.
  public let changes: [Change]
}

extension ImageArrival.Change: CustomStringConvertible {
  public var description: String {
    "\(protocolName).\(requirement) of \(subject): \(before?.name ?? "nobody") → \(after?.name ?? "nobody")"
  }
}
