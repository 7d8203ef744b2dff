// SPDX-License-Identifier: Apache-2.0

/// An image's description of one extension: its protocol, its constraints, the
/// requirements it implements, and its source.
///
/// Names are spelled as in the source. `docs/abi.md` specifies the bytes.
public struct ExtensionDescriptor: Hashable, Sendable {
  /// The kind of extension or advice.
  public var kind: DescriptorKind
  /// The protocol's name, spelled as in the declaration; a pointcut's is a
  /// pattern.
  public var protocolName: String
  /// The extension's name with its module: `Module.Name`.
  public var extensionName: String
  /// The constraints, in the order of the declaration; at most 65,535.
  public var constraints: [String]
  /// The implemented requirements; a pointcut's are patterns.
  ///
  /// At most 65,535.
  public var requirements: [RequirementName]
  /// A pointcut's pattern for the qualified names of subjects; nil if it
  /// selects all, and for the other kinds.
  public var subjects: String?
  /// The priority; higher ones are tried first.
  public var priority: Int32
  /// Whether `applies(to:)` decides too.
  public var hasPredicate: Bool
  /// The source location as `Module/File.swift:line`; may be empty.
  public var source: String

  /// Creates a descriptor; by default that of an unconstrained extension.
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
  /// The priority of defaults that a protocol's author has written.
  ///
  /// All other implementations come before them.
  public static let priorityOfProtocolDefaults = Int32.min

  /// Whether it is a default that the protocol's author has written.
  public var isOfProtocol: Bool {
    kind == .extension && priority == Self.priorityOfProtocolDefaults
  }

  /// Whether it selects requirements by patterns.
  public var isPointcut: Bool { kind == .pointcut }

  /// The conditions on subjects, for people: the constraints, or `named
  /// PATTERN`.
  public var conditions: [String] { constraints + (subjects.map { ["named \($0)"] } ?? []) }

  /// The name with its conditions.
  public var label: String {
    let name = isOfProtocol ? "default of the protocol" : extensionName
    return conditions.isEmpty ? name : "\(name) where \(conditions.joined(separator: ", "))"
  }
}
