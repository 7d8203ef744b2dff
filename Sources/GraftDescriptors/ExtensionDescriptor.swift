// SPDX-License-Identifier: Apache-2.0

/// What an image says of one extension: for which protocol, under which
/// constraints, with which implementations, and where it is written.
///
/// All names are as they stand in the source. `docs/abi.md` specifies the bytes.
public struct ExtensionDescriptor: Hashable, Sendable {
  /// What it describes.
  public var kind: DescriptorKind
  /// The protocol's name, as the extension's declaration writes it; of a pointcut a pattern
  /// for the names of protocols.
  public var protocolName: String
  /// `Module.Name`.
  public var extensionName: String
  /// In the order of the declaration; at most 65,535.
  public var constraints: [String]
  /// The requirements that the extension implements; of a pointcut patterns for their names. At
  /// most 65,535.
  public var requirements: [RequirementName]
  /// Of a pointcut a pattern for the names of subjects' types with their modules; nil where it
  /// is for any, and of the other kinds.
  public var subjects: String?
  /// A higher number is asked first.
  public var priority: Int32
  /// True if the extension decides by `applies(to:)` too.
  public var hasPredicate: Bool
  /// `Module/File.swift:line`; may be empty.
  public var source: String

  /// An extension that is a default, unless it is said otherwise.
  public init(
    kind: DescriptorKind = .extension, protocolName: String, extensionName: String,
    constraints: [String] = [], requirements: [RequirementName] = [], subjects: String? = nil,
    priority: Int32 = 0, hasPredicate: Bool = false, source: String = ""
  ) {
    self.kind = kind
    self.protocolName = protocolName
    self.extensionName = extensionName
    self.constraints = constraints
    self.requirements = requirements
    self.subjects = subjects
    self.priority = priority
    self.hasPredicate = hasPredicate
    self.source = source
  }
}

extension ExtensionDescriptor {
  /// That of the defaults that a protocol's author has written: whatever else implements a
  /// requirement comes before them.
  public static let priorityOfProtocolDefaults = Int32.min

  /// Whether it is of defaults that the protocol's author has written.
  public var isOfProtocol: Bool {
    kind == .extension && priority == Self.priorityOfProtocolDefaults
  }

  /// Whether it names what it advises by patterns.
  public var isPointcut: Bool { kind == .pointcut }

  /// What decides by itself whether it is for a subject, as people read it: the constraints, or
  /// `named PATTERN`.
  public var conditions: [String] { constraints + (subjects.map { ["named \($0)"] } ?? []) }

  /// The name, with its conditions.
  public var label: String {
    let name = isOfProtocol ? "default of the protocol" : extensionName
    return conditions.isEmpty ? name : "\(name) where \(conditions.joined(separator: ", "))"
  }
}
