// SPDX-License-Identifier: Apache-2.0

/// The class `PExtension<Subject>` that `@Extensible` writes for protocol `P`.
public protocol ExtensionBase: ExtensionLink {
  /// The type that the macro writes beside the protocol.
  ///
  /// Its values are the requirements.
  associatedtype _Support: GeneratedCode.ExtensibleSupport

  /// The subject's type, even if it is noncopyable.
  static var subject: Any.Type { get }

  /// Whether the extension applies to a subject that meets its constraints, as `applies(to:)` says.
  static func _applies() -> Bool

  /// The class of the links that run advice.
  static func linkType() -> ExtensionLink.Type
}

extension GeneratedCode {
  /// The enumeration that `@Extensible` writes beside a protocol.
  ///
  /// It has a case for each requirement that dispatches, in the order of their
  /// declaration.
  public protocol ExtensibleSupport: Sendable {
    /// The protocol as a type such as `any Greeter`, for readers of files, if the base
    /// class has no constraint that states it.
    associatedtype _Protocol = Never

    /// The protocol's description, the same object for every subject.
    static func _description() -> ExtensibleProtocol
  }
}

extension GeneratedCode.ExtensibleSupport {
  /// The number of the requirement, which is the case's value in memory.
  var number: Int {
    unsafe withUnsafeBytes(of: self) { bytes in
      bytes.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }
  }
}

extension ExtensionBase {
  /// A requirement of `P` such as `.greet`, for `hasNext(_:)`.
  public typealias Requirement = _Support

  /// The protocol's description, the same object for every subject.
  public static var extensibleProtocol: GeneratedCode.ExtensibleProtocol { _Support._description() }

  /// Whether an extension implements the requirement below this one.
  ///
  /// If not, `super` traps.
  public func hasNext(_ requirement: Requirement) -> Bool {
    successors.hasSuccessor(requirement.number, of: Self.extensibleProtocol.requirements.count)
  }
}

extension GeneratedCode {
  /// The description of an extensible protocol.
  public final class ExtensibleProtocol: Sendable {
    /// The protocol as a type, such as `(any Greeter).self`.
    public let type: Any.Type
    /// The name without its module.
    public let name: String
    /// The requirements in the order of their declaration.
    public let requirements: [Requirement]
    /// The shape of the requirements, as compiled into the protocol's own module.
    let compiled: CompiledShape
    /// The hash of all requirements.
    public var shape: UInt64 { compiled.hash }
    /// The cells, one for each requirement.
    let cells: [CellAddress]
    /// The cells for types' own implementations of each requirement.
    let ownMembers: [OwnMember]
    /// An address in the image that declares it.
    let address: UInt

    /// A requirement's names.
    public struct Requirement: Equatable, Sendable {
      /// The name in the protocol: `greet(_:)`, `get name`.
      public let name: RequirementName
      /// The name of the class's method, without the subject: `greet(_:)`, `name()`.
      public let nameInRecords: RequirementName
      /// The global actor that it is isolated to.
      let actor: ObjectIdentifier?
      /// The reason why it can't be advised; nil if it can.
      let obstacle: String?
      /// The parameters in the order in which links pass the arguments.
      let parameters: [Parameter]
      /// Whether it names the type of its errors.
      let throwsTyped: Bool
      /// Whether it is called on a type: it is static or an initialiser.
      let isOfType: Bool

      /// - Parameter text: the name, the name in records, an obstacle, the parameters' names,
      ///   `typed` for a typed throw and `type` for a call on a type, separated by tabs; all but
      ///   the first can be empty.
      fileprivate init(_ text: Substring, on actor: Any.Type?) {
        self.actor = actor.map { ObjectIdentifier($0) }
        let parts = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        func part(_ index: Int) -> String? {
          parts.indices.contains(index) && !parts[index].isEmpty ? parts[index] : nil
        }
        name = RequirementName(parts[0])
        nameInRecords = RequirementName(part(1) ?? parts[0])
        obstacle = part(2)
        parameters = Parameter.all(named: part(3) ?? "", labels: name.labels)
        throwsTyped = part(4) != nil
        isOfType = part(5) != nil
      }
    }

    /// A parameter of a requirement.
    struct Parameter: Equatable, Sendable {
      /// The name in the body.
      let name: String
      /// The label; nil if callers write none.
      let label: String?

      /// Reads names that commas separate.
      ///
      /// The new value of a setter has no label, and comes before the parameters of a subscript.
      fileprivate static func all(named names: String, labels: [String]) -> [Parameter] {
        let names = names.split(separator: ",").map(String.init)
        let unlabelled = Array(repeating: "_", count: max(0, names.count - labels.count))
        return zip(names, unlabelled + labels).map {
          Parameter(name: $0, label: $1 == "_" ? nil : $1)
        }
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
      address = UInt(bitPattern: cells)
    }

    /// The name with its module.
    ///
    /// `String(reflecting:)` would search all conformances of the process.
    var qualifiedName: String { _typeName(type, qualified: true) }

    /// The numbers of the requirements that a name in a record means.
    ///
    /// A name without types means every overload.
    ///
    /// - Parameter count: the number of requirements that the record knows, the first ones.
    func requirements(named name: RequirementName, among count: Int) -> [Int] {
      let known = requirements.indices.prefix(count)
      let exact = known.filter {
        requirements[$0].nameInRecords == name || requirements[$0].name == name
      }
      guard exact.isEmpty else { return exact }
      return known.filter { requirements[$0].nameInRecords.untyped == name.untyped }
    }

    /// The numbers of the requirements that are isolated to a global actor.
    ///
    /// - Parameter actor: the actor's metadata.
    func requirements(on actor: UnsafeRawPointer) -> [Int] {
      // A metatype value is the address of the metadata, here and below.
      let actor = ObjectIdentifier(unsafeBitCast(actor, to: Any.Type.self))
      return requirements.indices.filter { requirements[$0].actor == actor }
    }

    /// A type as a value, even if it is noncopyable.
    ///
    /// Such a value only names the type.
    public static func erased<Subject: ~Copyable>(_ subject: Subject.Type) -> Any.Type {
      unsafeBitCast(subject, to: Any.Type.self)
    }
  }
}
