// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension GeneratedCode.ExtensibleProtocol {
  /// Nil for a protocol of subjects that need not be copyable, which has another form.
  var descriptor: ProtocolDescriptor? { ExistentialType.firstProtocol(of: TypeMetadata(type)) }
}

/// How the subject of a base class conforms to the protocol.
extension ExtensionBase {
  /// The global actor on which alone it does.
  static var isolation: TypeMetadata? {
    extensibleProtocol.descriptor.flatMap { actor(of: $0) }
  }

  /// Whether the subject conforms to a protocol on a global actor only.
  static func isIsolated(to other: ProtocolDescriptor) -> Bool { actor(of: other) != nil }

  private static func actor(of conformed: ProtocolDescriptor) -> TypeMetadata? {
    SwiftRuntime.conformance(of: TypeMetadata(subject), to: conformed)?.actor
  }
}

extension GeneratedCode {
  /// A subject's type as one that conforms to the extended protocol, wherever it does: on one
  /// global actor only, too.
  ///
  /// - Parameters:
  ///   - subject: the type.
  ///   - existential: the extended protocol, such as `(any Greeter).self`.
  ///   - type: of its metatypes.
  public static func conforming<Metatype>(
    _ subject: Any.Type, to existential: Any.Type, as type: Metatype.Type
  ) -> Metatype {
    let metadata = TypeMetadata(subject)
    guard let wanted = ExistentialType(TypeMetadata(existential))?.protocols.first,
      let table = TypeConformances(metadata).table(for: wanted)
    else { fatalError("Graft: \(subject) does not conform to \(existential)") }
    return metadata.metatype(table, as: type)
  }
}

/// The class of a protocol's extensions.
extension TypeDescriptor {
  /// The protocol that its subjects conform to.
  ///
  /// - Parameter baseTable: as below.
  func extendedProtocol(baseTable: UnsafeRawPointer?) -> ProtocolDescriptor? {
    if let subjectProtocol { return subjectProtocol }
    // It takes any subject, and says of each the same.
    return base(of: TypeMetadata(Void.self).address, nil, baseTable)?.extensibleProtocol.descriptor
  }

  /// The class for a subject; nil if the subject does not conform.
  ///
  /// - Parameter baseTable: how the class conforms to `ExtensionBase`, if that is the
  ///   same for all subjects. Looking it up costs the runtime a search of all
  ///   conformances of the process, for each subject.
  func base(
    of subject: ConformanceRecords.Conformance, conformingTo subjectProtocol: ProtocolDescriptor,
    baseTable: UnsafeRawPointer?
  ) -> (any ExtensionBase.Type)? {
    let argument = TypeMetadata(subject.type.type).address
    guard
      let table = subject.witnessTable
        ?? SwiftRuntime.witnessTable(of: TypeMetadata(address: argument), for: subjectProtocol)
    else { return nil }
    return base(of: argument, table, baseTable)
  }

  /// - Parameter table: for a class that is constrained.
  private func base(
    of argument: UnsafeRawPointer, _ table: UnsafeRawPointer?, _ baseTable: UnsafeRawPointer?
  ) -> (any ExtensionBase.Type)? {
    guard let metadata = graft_generic_metadata(accessFunction, argument, table) else {
      return nil
    }
    guard let baseTable else {
      return TypeMetadata(address: metadata).type as? any ExtensionBase.Type
    }
    return TypeMetadata(address: metadata).metatype(baseTable, as: (any ExtensionBase.Type).self)
  }
}
