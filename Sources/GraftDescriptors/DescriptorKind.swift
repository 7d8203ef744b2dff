// SPDX-License-Identifier: Apache-2.0

/// The kind of a descriptor.
public enum DescriptorKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A class with `@Extension`.
  case `extension` = 1
  /// A class with `@Advice` that overrides the advised requirements.
  case advice = 2
  /// A class with `@Advice` that selects requirements by patterns.
  case pointcut = 3

  /// The name in reports.
  public var name: String {
    switch self {
    case .extension: "extension"
    case .advice: "advice"
    case .pointcut: "pointcut"
    }
  }

  /// Finds a kind by its name.
  ///
  /// - Parameter name: the name in reports.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// Finds the kind of a record.
  ///
  /// - Parameters:
  ///   - kind: the record's byte; the result is nil if it is unknown.
  ///   - protocolName: the record's first string. Earlier pointcuts have the
  ///     kind of advice, and a protocol name of the form `any PATTERN`.
  public init?(ofRecord kind: UInt8, protocolName: String) {
    guard let kind = DescriptorKind(rawValue: kind) else { return nil }
    self = kind == .advice && EarlierPointcut.matches(protocolName) ? .pointcut : kind
  }
}

/// The form of pointcuts in records and reports when they had the kind of
/// advice.
enum EarlierPointcut {
  private static let protocolMark = "any "
  private static let subjectMark = "named "

  static func matches(_ protocolName: String) -> Bool { protocolName.hasPrefix(protocolMark) }

  static func protocols(_ protocolName: String) -> String {
    matches(protocolName) ? String(protocolName.dropFirst(protocolMark.count)) : protocolName
  }

  static func subjects(_ constraint: String) -> String {
    constraint.hasPrefix(subjectMark)
      ? String(constraint.dropFirst(subjectMark.count)) : constraint
  }
}

extension ExtensionDescriptor {
  /// Creates a descriptor from the strings of a record or report, of this or an
  /// earlier Graft.
  ///
  /// - Parameter constraints: the constraints; in a pointcut the pattern for
  ///   subjects, if it has one.
  package init(
    kind: DescriptorKind, written protocolName: String, extensionName: String,
    constraints: [String], requirements: [RequirementName], priority: Int32, hasPredicate: Bool,
    source: String
  ) {
    let isPointcut = kind == .pointcut
    self.init(
      kind: kind, protocolName: isPointcut ? EarlierPointcut.protocols(protocolName) : protocolName,
      extensionName: extensionName, constraints: isPointcut ? [] : constraints,
      requirements: requirements,
      subjects: isPointcut ? constraints.first.map(EarlierPointcut.subjects) : nil,
      priority: priority, hasPredicate: hasPredicate, source: source)
  }

  /// The strings that its record counts as constraints: the constraints, or a
  /// pointcut's pattern for subjects.
  public var writtenConstraints: [String] { constraints + (subjects.map { [$0] } ?? []) }
}
