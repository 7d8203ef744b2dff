// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// What `ExtensionImage.load` brought.
public struct ImageArrival: Equatable, Sendable {
  /// The answer to a requirement that is another one now.
  public struct Change: Equatable, Sendable {
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

  /// The image of the file first, then those that came with it. Images without
  /// descriptors are not listed.
  public let images: [ExtensionImage]
  /// Those that it brought and that are sound, in the order of the images.
  public let descriptors: [RegisteredExtension]
  /// For the subjects that were called before.
  public let changes: [Change]
  /// What it brought into a conflict, with `ConflictChoice.passOver`: of types that the loaded
  /// images declare, or that were called before.
  public let conflicts: [RegistryDiagnostic]
}

extension ImageArrival.Change: CustomStringConvertible {
  public var description: String {
    "\(protocolName).\(requirement) of \(subject): \(before?.name ?? "nobody") → \(after?.name ?? "nobody")"
  }
}

extension ImageArrival: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    [
      "images": .array(images.map(\.json)), "descriptors": .array(descriptors.map(\.json)),
      "changes": .array(changes.map(\.json)), "conflicts": .array(conflicts.map(\.json)),
    ]
  }
}

extension ImageArrival.Change {
  var json: JSON {
    [
      "subject": .string(subject), "protocol": .string(protocolName),
      "requirement": .string(requirement.text), "before": before?.json ?? .null,
      "after": after?.json ?? .null,
    ]
  }
}
