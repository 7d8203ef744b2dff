// SPDX-License-Identifier: Apache-2.0

/// What an image says of one extension: for which protocol, under which
/// constraints, with which implementations, and where it is written.
///
/// All names are as they stand in the source. `docs/abi.md` specifies the bytes.
public struct Descriptor: Hashable, Sendable, Codable {
  /// An extension, or advice.
  public var kind: DescriptorKind
  /// The protocol's name, as the extension's declaration writes it.
  public var protocolName: String
  /// `Module.Name`.
  public var extensionName: String
  /// In the order of the declaration; at most 65,535.
  public var constraints: [String]
  /// The requirements that the extension implements; at most 65,535.
  public var requirements: [RequirementName]
  /// A higher number is asked first.
  public var priority: Int32
  /// True if the extension decides by `applies(to:)` too.
  public var hasPredicate: Bool
  /// `Module/File.swift:line`; may be empty.
  public var source: String

  /// An extension that is a default, unless it is said otherwise.
  public init(
    kind: DescriptorKind = .extension, protocolName: String, extensionName: String,
    constraints: [String] = [], requirements: [RequirementName] = [], priority: Int32 = 0,
    hasPredicate: Bool = false, source: String = ""
  ) {
    self.kind = kind
    self.protocolName = protocolName
    self.extensionName = extensionName
    self.constraints = constraints
    self.requirements = requirements
    self.priority = priority
    self.hasPredicate = hasPredicate
    self.source = source
  }
}

extension Descriptor {
  /// That of the defaults that a protocol's author has written: whatever else implements a
  /// requirement comes before them.
  public static let priorityOfProtocolDefaults = Int32.min

  /// Whether it is of defaults that the protocol's author has written.
  public var isOfProtocol: Bool {
    kind == .extension && priority == Self.priorityOfProtocolDefaults
  }

  /// Whether an advice's names are patterns: its protocol is `any PATTERN`, its one
  /// constraint `named PATTERN`, and the requirements are patterns as well.
  public var isPointcut: Bool {
    kind == .advice && Self.isPointcut(protocolName: protocolName)
  }

  /// The same of an advice's protocol.
  public static func isPointcut(protocolName: String) -> Bool { protocolName.hasPrefix("any ") }
}

/// What a descriptor describes.
public enum DescriptorKind: UInt8, Hashable, Sendable, Codable {
  /// Of a class with `@Extension`.
  case `extension` = 1
  /// Of a class with `@Advice`.
  case advice = 2
}
