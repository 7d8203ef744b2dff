// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor that the loader found, and where.
public struct RegisteredExtension: Hashable, Sendable, Encodable {
  /// What its record says.
  public let descriptor: ExtensionDescriptor
  /// Where its record lies.
  public let image: ExtensionImage
  /// The offset of its record, in bytes from the start of the image's section.
  public let offset: Int

  /// `Module.Name`.
  public var name: String { descriptor.extensionName }
}

extension RegisteredExtension: CustomStringConvertible {
  public var description: String {
    let conditions =
      descriptor.conditions.isEmpty
      ? "" : " where " + descriptor.conditions.joined(separator: ", ")
    return
      "\(name): \(descriptor.protocolName)\(conditions) (\(descriptor.source)) in \(image.fileName)"
  }
}
