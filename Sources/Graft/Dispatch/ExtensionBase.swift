// SPDX-License-Identifier: Apache-2.0

/// The class `PExtension<Subject>` that `@Extensible` writes for protocol `P`.
public protocol ExtensionBase: ExtensionLink {
  /// What is written beside the protocol; a value of it is one of the requirements.
  associatedtype _Support: GeneratedCode.ExtensibleSupport

  /// The subject's type; one that is not copyable is disguised as one that is.
  static var subject: Any.Type { get }

  /// The class of the links that stand in front of chains and run advice.
  static func linkType() -> ExtensionLink.Type
}

extension GeneratedCode {
  /// What `@Extensible` writes beside a protocol, for the code of others to find: an enumeration
  /// with a case for each requirement that dispatches, in the order of their declaration.
  public protocol ExtensibleSupport: Sendable {
    /// The protocol as a type, such as `any Greeter`, for who reads files: where the base class
    /// takes any subject. Where it does not, its constraint says it.
    associatedtype _Protocol = Never

    /// What the registry knows of the protocol: the same object for every subject.
    static func _description() -> ExtensibleProtocol
  }
}

extension GeneratedCode.ExtensibleSupport {
  /// From 0: what the cases of an enumeration without values are in memory, also where
  /// one follows that carries nothing.
  var number: Int {
    unsafe withUnsafeBytes(of: self) { bytes in
      bytes.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }
  }
}

extension ExtensionBase {
  /// The requirements of `P`, as `hasNext(_:)` takes them: `.greet`.
  public typealias Requirement = _Support

  /// What the registry has to know of the protocol: the same object for every subject.
  public static var extensibleProtocol: GeneratedCode.ExtensibleProtocol { _Support._description() }

  /// Whether anything implements the requirement below this extension; if not,
  /// `super` traps.
  public func hasNext(_ requirement: Requirement) -> Bool {
    successors.hasSuccessor(requirement.number, of: Self.extensibleProtocol.requirements.count)
  }
}

extension GeneratedCode {
  /// What the registry has to know of an extensible protocol.
  public final class ExtensibleProtocol: Sendable {
    /// The protocol as a type, such as `(any Greeter).self`.
    public let type: Any.Type
    /// As its declaration names it, without its module.
    public let name: String
    /// In the order of their declaration.
    public let requirements: [Requirement]
    /// What it requires, as it is compiled into its own module.
    let compiled: CompiledShape
    /// The hash of all that it requires.
    public var shape: UInt64 { compiled.hash }
    /// One for each requirement.
    let cells: [CellAddress]
    /// For types' own implementations, one for each requirement.
    let ownMembers: [OwnMember]

    /// A requirement's names.
    public struct Requirement: Equatable, Sendable {
      /// As in the protocol: `greet(_:)`, `get name`.
      public let name: RequirementName
      /// As the class's method has it, without the subject: `greet(_:)`, `name()`.
      public let nameInRecords: RequirementName
      /// The global actor that it is isolated to; nil for none.
      let actor: ObjectIdentifier?
      /// Why nothing can stand in front of its chain; nil where advice can.
      let obstacle: String?

      /// - Parameter text: the name; behind a tab the name in records, and behind another one an
      ///   obstacle.
      fileprivate init(_ text: Substring, on actor: Any.Type?) {
        self.actor = actor.map { ObjectIdentifier($0) }
        let parts = text.split(separator: "\t").map(String.init)
        name = RequirementName(parts[0])
        nameInRecords = RequirementName(parts.count > 1 ? parts[1] : parts[0])
        obstacle = parts.count > 2 ? parts[2] : nil
      }
    }

    @usableFromInline
    init(
      _ type: Any.Type, _ name: String, _ requirements: StaticString, shape: CompiledShape,
      cells: UnsafeMutableRawPointer, actors: [Int: Any.Type]
    ) {
      self.type = type
      self.name = name
      self.requirements = "\(requirements)".split(separator: "\n").enumerated().map {
        Requirement($0.element, on: actors[$0.offset])
      }
      compiled = shape
      self.cells = self.requirements.indices.map { CellAddress(DispatchCell.at(cells, $0)) }
      ownMembers = self.requirements.map { _ in OwnMember() }
    }

    /// With its module. `String(reflecting:)` gives the same, after a search in all conformances
    /// of the process.
    var qualifiedName: String { _typeName(type, qualified: true) }

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
    func requirements(on actor: UnsafeRawPointer) -> [Int] {
      // Metatype values are addresses of metadata, here and below.
      let actor = ObjectIdentifier(unsafeBitCast(actor, to: Any.Type.self))
      return requirements.indices.filter { requirements[$0].actor == actor }
    }

    /// A type as a value, also where it is not copyable. Such a value names the type
    /// and nothing else.
    public static func erased<Subject: ~Copyable>(_ subject: Subject.Type) -> Any.Type {
      unsafeBitCast(subject, to: Any.Type.self)
    }
  }
}
