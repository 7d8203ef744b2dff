// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A descriptor that the loader has found.
public struct RegisteredExtension: Hashable, Sendable {
  /// The content is an object, since copying it is one retain and little code.
  private final class Content: Sendable {
    let descriptor: ExtensionDescriptor
    let image: ExtensionImage
    let offset: Int

    init(_ descriptor: ExtensionDescriptor, _ image: ExtensionImage, _ offset: Int) {
      (self.descriptor, self.image, self.offset) = (descriptor, image, offset)
    }
  }

  private let content: Content

  /// The content of its record.
  public var descriptor: ExtensionDescriptor { content.descriptor }
  /// The image that has its record.
  public var image: ExtensionImage { content.image }
  /// The offset of its record in the image's section, in bytes.
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

  /// The extension's name, as `Module.Name`.
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

extension RegisteredExtension {
  /// The name and conditions, which copies in several images share.
  var keyOfCopies: String { ([name] + descriptor.conditions).joined(separator: ",") }
}
