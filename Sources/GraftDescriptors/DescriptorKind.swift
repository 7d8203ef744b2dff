// SPDX-License-Identifier: Apache-2.0

/// What a descriptor describes.
public enum DescriptorKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A class with `@Extension`.
  case `extension` = 1
  /// A class with `@Advice` that overrides what it advises.
  case advice = 2
  /// A class with `@Advice` that names what it advises by patterns.
  case pointcut = 3

  /// In reports.
  public var name: String {
    switch self {
    case .extension: "extension"
    case .advice: "advice"
    case .pointcut: "pointcut"
    }
  }

  /// - Parameter name: as in reports.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// The kind of a record.
  ///
  /// - Parameters:
  ///   - kind: its byte; nil is returned for one that is unknown.
  ///   - protocolName: its first string. Pointcuts were advice once, of a protocol that was
  ///     called `any PATTERN`.
  public init?(ofRecord kind: UInt8, protocolName: String) {
    guard let kind = DescriptorKind(rawValue: kind) else { return nil }
    self = kind == .advice && EarlierPointcut.matches(protocolName) ? .pointcut : kind
  }
}

/// How pointcuts stood in records and reports when they were a form of advice.
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
  /// Of strings as a record or a report of any Graft has them.
  ///
  /// - Parameter constraints: of a pointcut the pattern for its subjects, if it has one.
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

  /// The strings of its record that are counted as constraints: those, or the pattern for a
  /// pointcut's subjects.
  public var writtenConstraints: [String] { constraints + (subjects.map { [$0] } ?? []) }
}
