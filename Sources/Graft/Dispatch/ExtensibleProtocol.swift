// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

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
      /// The errors that it throws.
      let throwing: RequirementLine.Throwing
      /// Whether it is called on a type: it is static or an initialiser.
      let isOfType: Bool

      fileprivate init(_ line: RequirementLine, on actor: Any.Type?) {
        self.actor = actor.map { ObjectIdentifier($0) }
        name = RequirementName(line.name)
        nameInRecords = RequirementName(line.nameInRecords)
        (obstacle, throwing, isOfType) = (line.obstacle, line.throwing, line.isOfType)
        // The new value of a setter has no label, and comes before the parameters of a subscript.
        let (names, labels) = (line.parameters, name.labels)
        let unlabelled = Array(repeating: "_", count: max(0, names.count - labels.count))
        parameters = zip(names, unlabelled + labels).map {
          Parameter(name: $0, label: $1 == "_" ? nil : $1)
        }
      }
    }

    /// A parameter of a requirement.
    struct Parameter: Equatable, Sendable {
      /// The name in the body.
      let name: String
      /// The label; nil if callers write none.
      let label: String?
    }

    init(
      _ type: Any.Type, _ name: String, _ requirements: StaticString, shape: CompiledShape,
      cells: UnsafeMutableRawPointer, actors: [Int: Any.Type]
    ) {
      self.type = type
      self.name = name
      self.requirements = "\(requirements)".split(separator: "\n").enumerated().map {
        Requirement(RequirementLine(text: $0.element), on: actors[$0.offset])
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
