// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension GeneratedCode.ExtensibleProtocol {
  /// The protocol's descriptor; nil if the type is of another kind.
  var descriptor: ProtocolDescriptor? { ExistentialType.firstProtocol(of: TypeMetadata(type)) }
}

extension ExtensionBase {
  /// The subject's name without its module.
  static var subjectName: String { SwiftRuntime.name(of: subject, isQualified: false) }

  /// The only global actor on which the subject conforms to the protocol.
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
  /// A subject's type as one that conforms to the extended protocol, perhaps on one global actor
  /// only.
  ///
  /// - Parameters:
  ///   - subject: the type.
  ///   - existential: the extended protocol, such as `(any Greeter).self`.
  ///   - type: the type of its metatypes.
  public static func conforming<Metatype>(
    _ subject: Any.Type, to existential: Any.Type, as type: Metatype.Type
  ) -> Metatype {
    let metadata = TypeMetadata(subject)
    guard let wanted = ProtocolDescriptor(of: existential),
      let table = TypeConformances(metadata).table(for: wanted)
    else { fatalError("Graft: \(subject) does not conform to \(existential)") }
    return metadata.metatype(table, as: type)
  }
}

// Descriptors of classes `PExtension`.
extension TypeDescriptor {
  /// The protocol that the subjects conform to.
  func extendedProtocol(baseTable: UnsafeRawPointer?) -> ProtocolDescriptor? {
    if let subjectProtocol { return subjectProtocol }
    // The class takes any subject.
    return base(of: TypeMetadata(Void.self).address, nil, baseTable)?.extensibleProtocol.descriptor
  }

  /// The class for a subject; nil if the subject does not conform.
  ///
  /// - Parameter baseTable: the table by which the class conforms to `ExtensionBase`, if it has
  ///   one for all subjects. The runtime would search all conformances of the process for each.
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
