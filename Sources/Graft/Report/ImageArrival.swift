// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The result of `ExtensionImage.load`.
public struct ImageArrival: Equatable, Sendable {
  /// A changed answer.
  public struct Change: Equatable, Sendable {
    /// The type's name without its module.
    public let subject: String
    /// The protocol's name without its module.
    public let protocolName: String
    /// The requirement's name as in tables.
    public let requirement: RequirementName
    /// The extension that answered before, if any.
    public let before: RegisteredExtension?
    /// The extension that answers now, if any.
    public let after: RegisteredExtension?
    /// The base class, which stands for protocol and subject: types can share a name.
    let base: ObjectIdentifier
  }

  /// The file's image, then those that came with it, without images that have no descriptors.
  public let images: [ExtensionImage]
  /// The sound descriptors in the order of the images.
  public let descriptors: [RegisteredExtension]
  /// The changed answers for subjects of earlier calls.
  public let changes: [Change]
  /// The decisions that only the names of plug-ins make, and the conflicts that
  /// `ConflictChoice.passOver` has allowed: for types that the loaded images declare, or that were
  /// called before. Then, as `duplicate`, the extensions of plug-ins that are passed over since
  /// another plug-in brings the same: of two modules of one name, rename one.
  public let conflicts: [RegistryDiagnostic]
  /// The classes of the file that derive from a protocol's base class and have no record:
  /// `@Extension` is missing before them.
  public let unregistered: [String]
  /// Whether it counted before, perhaps by another thread at the same time.
  package let isRepeated: Bool
}

extension ImageArrival {
  /// The warnings about classes without a record, one a line.
  public var warnings: [String] {
    unregistered.map {
      "class \($0) derives from the base class of a protocol and has no record: put @Extension"
        + " before it"
    }
  }
}

extension [ImageArrival.Change] {
  /// These changes and later ones, as one change of each answer.
  func followed(by later: [ImageArrival.Change]) -> [ImageArrival.Change] {
    var all = self
    for change in later {
      let same = all.firstIndex {
        ($0.base, $0.requirement) == (change.base, change.requirement)
      }
      guard let index = same else {
        all.append(change)
        continue
      }
      let earlier = all[index]
      all[index] = ImageArrival.Change(
        subject: change.subject, protocolName: change.protocolName,
        requirement: change.requirement, before: earlier.before, after: change.after,
        base: change.base)
    }
    return all.filter { $0.before != $0.after }
  }
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
      "unregistered": .array(unregistered.map(JSON.string)),
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
