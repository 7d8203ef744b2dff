// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor that the loader found, and where.
public struct RegisteredExtension: Hashable, Sendable {
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

extension RegisteredExtension: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    [
      "extension": .string(name), "protocol": .string(descriptor.protocolName),
      "constraints": .array(descriptor.conditions.map { .string($0) }),
      "priority": .number(Int(descriptor.priority)), "source": .string(descriptor.source),
      "image": .string(image.path), "offset": .number(offset),
    ]
  }
}
