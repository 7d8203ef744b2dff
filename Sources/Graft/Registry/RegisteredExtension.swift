// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor that the loader found, and where.
public struct RegisteredExtension: Hashable, Sendable, Encodable {
  /// What its record says.
  public let descriptor: Descriptor
  /// Where its record lies.
  public let image: ExtensionImage
  /// Of its record, in bytes from the start of the image's section.
  public let offset: Int

  /// `Module.Name`.
  public var name: String { descriptor.extensionName }
}

extension RegisteredExtension: CustomStringConvertible {
  public var description: String {
    let constraints =
      descriptor.constraints.isEmpty
      ? "" : " where " + descriptor.constraints.joined(separator: ", ")
    return
      "\(name): \(descriptor.protocolName)\(constraints) (\(descriptor.source)) in \(image.fileName)"
  }
}

extension RegistryStore.Record {
  func comesBefore(_ other: RegistryStore.Record) -> Bool {
    (registered.name, registered.image.identity, registered.image.path, id.index)
      < (
        other.registered.name, other.registered.image.identity, other.registered.image.path,
        other.id.index
      )
  }
}

/// Names one record of the process.
struct RecordID: Hashable, Sendable {
  /// In the order of arrival.
  let image: UInt32
  let index: UInt32
}
