// SPDX-License-Identifier: Apache-2.0

/// The class `PExtension<Subject>` that `@Extensible` writes for protocol `P`.
public protocol ExtensionBase: ExtensionLink {
  /// The requirements of `P`, as `hasNext(_:)` takes them: `.greet`.
  associatedtype Requirement: ExtensibleRequirement

  /// The same object for every subject.
  static var extensibleProtocol: ExtensibleProtocol { get }

  /// The subject's type; one that is not copyable is disguised as one that is.
  static var subject: Any.Type { get }

  /// Makes the link that ends each chain, and traps.
  static func makeFinalLink(_ seat: LinkSeat) -> ExtensionLink

  /// Makes a link that runs the advice in a slot before it goes on; nil where the
  /// requirement can't be advised.
  static func makeAdvisedLink(
    _ requirement: Int, _ seat: LinkSeat, _ slot: AdviceSlot
  ) -> ExtensionLink?

  /// Where closures advise a requirement; nil where no closure can.
  static func joinPoint(_ requirement: Int, _ scope: JoinPointScope) -> (any JoinPoint)?

  /// Why no closure can; nil where one can.
  static func adviceObstacle(_ requirement: Int) -> String?
}

/// The requirements of a protocol that dispatch, numbered from 0 in the order of
/// their declaration.
public protocol ExtensibleRequirement: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {}

extension ExtensionBase {
  /// Of a protocol of which closures can advise every requirement.
  public static func adviceObstacle(_ requirement: Int) -> String? { nil }

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
  public let requirements: [Requirement]
  /// The hash of the ordered requirements.
  public let shape: UInt64
  /// One for each requirement.
  let cells: [CellAddress]

  /// A requirement's names.
  public struct Requirement: Hashable, Sendable {
    /// As in the protocol: `greet(_:)`, `get name`.
    public let name: RequirementName
    /// As the class's method has it, without the subject: `greet(_:)`, `name()`.
    public let nameInRecords: RequirementName
    /// Of the global actor that it is isolated to.
    let actor: ObjectIdentifier?

    /// - Parameters:
    ///   - nameInRecords: nil where it is the same.
    ///   - actor: the global actor that it is isolated to, as far as its declaration or
    ///     that of its protocol says.
    public init(_ name: String, inRecords nameInRecords: String? = nil, on actor: Any.Type? = nil) {
      self.name = RequirementName(name)
      self.nameInRecords = RequirementName(nameInRecords ?? name)
      self.actor = actor.map { ObjectIdentifier($0) }
    }
  }

  /// For the code of `@Extensible`, which makes one for each protocol.
  ///
  /// - Parameters:
  ///   - requirements: in the order of their declaration.
  ///   - cells: where calls of each find their links, in the same order.
  public init(
    type: Any.Type, name: String, requirements: [Requirement], shape: UInt64, cells: [CellAddress]
  ) {
    self.type = type
    self.name = name
    self.requirements = requirements
    self.shape = shape
    self.cells = cells
  }

  /// With its module.
  var qualifiedName: String { String(reflecting: type) }

  /// The numbers of those that a record means by a name: by one with types the one
  /// requirement, by one without every overload.
  func requirements(named name: RequirementName) -> [Int] {
    let exact = requirements.indices.filter {
      requirements[$0].nameInRecords == name || requirements[$0].name == name
    }
    guard exact.isEmpty else { return exact }
    return requirements.indices.filter {
      requirements[$0].nameInRecords.untyped == name.untyped
    }
  }

  /// The numbers of those that are isolated to a global actor.
  ///
  /// - Parameter actor: its metadata.
  func requirements(on actor: UnsafeRawPointer) -> Set<Int> {
    let actor = ObjectIdentifier(unsafeBitCast(actor, to: Any.Type.self))
    return Set(requirements.indices.filter { requirements[$0].actor == actor })
  }

  /// A type as a value, also where it is not copyable. Such a value names the type
  /// and nothing else.
  public static func erased<Subject: ~Copyable>(_ subject: Subject.Type) -> Any.Type {
    unsafeBitCast(subject, to: Any.Type.self)
  }
}
