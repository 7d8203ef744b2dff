// SPDX-License-Identifier: Apache-2.0

/// The class `PExtension<Subject>` that `@Extensible` writes for protocol `P`.
public protocol ExtensionBase: ExtensionLink {
  associatedtype Subject
  associatedtype Requirement: ExtensibleRequirement

  /// The same object for every subject.
  static var extensibleProtocol: ExtensibleProtocol { get }

  /// Makes the link that ends each chain, and traps.
  static func makeFinalLink(_ seat: LinkSeat) -> ExtensionLink
}

/// The requirements of a protocol that dispatch, numbered from 0 in the order of
/// their declaration.
public protocol ExtensibleRequirement: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {}

extension ExtensionBase {
  /// Who answers for this subject, and why: as of now.
  public static var resolution: Resolution {
    ExtensionRegistry.resolution(of: Self.self)
  }

  /// Whether anything implements the requirement below this extension; if not,
  /// `super` traps.
  public func hasNext(_ requirement: Requirement) -> Bool {
    seat.hasSuccessor(requirement.rawValue, of: Requirement.allCases.count)
  }
}

/// What the registry has to know of an extensible protocol.
public final class ExtensibleProtocol: Sendable {
  /// The protocol as a type, such as `(any Greeter).self`.
  public let type: Any.Type
  /// As its declaration names it, without its module.
  public let name: String
  /// In the order of their declaration.
  public let requirements: [RequirementName]
  /// The hash of the ordered requirements.
  public let shape: UInt64
  /// One for each requirement.
  let cells: [CellAddress]

  public init(
    type: Any.Type, name: String, requirements: [String], shape: UInt64, cells: [CellAddress]
  ) {
    self.type = type
    self.name = name
    self.requirements = requirements.map { RequirementName($0) }
    self.shape = shape
    self.cells = cells
  }
}
