// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor that the loader found, and where.
public struct RegisteredExtension: Hashable, Sendable {
  /// An object, since reports are full of it: copying it is one retain, and little code.
  private final class Content: Sendable {
    let descriptor: ExtensionDescriptor
    let image: ExtensionImage
    let offset: Int

    init(_ descriptor: ExtensionDescriptor, _ image: ExtensionImage, _ offset: Int) {
      (self.descriptor, self.image, self.offset) = (descriptor, image, offset)
    }
  }

  private let content: Content

  /// What its record says.
  public var descriptor: ExtensionDescriptor { content.descriptor }
  /// Where its record lies.
  public var image: ExtensionImage { content.image }
  /// The offset of its record, in bytes from the start of the image's section.
  public var offset: Int { content.offset }

  init(descriptor: ExtensionDescriptor, image: ExtensionImage, offset: Int) {
    content = Content(descriptor, image, offset)
  }

  public static func == (one: RegisteredExtension, other: RegisteredExtension) -> Bool {
    (one.offset, one.image, one.descriptor) == (other.offset, other.image, other.descriptor)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(image)
    hasher.combine(offset)
  }

  /// `Module.Name`.
  public var name: String { descriptor.extensionName }
}

extension RegisteredExtension: CustomStringConvertible {
  public var description: String {
    descriptor.description(in: image.fileName)
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
