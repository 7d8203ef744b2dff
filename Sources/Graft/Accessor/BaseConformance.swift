// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension GeneratedCode.ExtensibleProtocol {
  /// The protocol's descriptor; nil if the type is of another kind.
  var descriptor: ProtocolDescriptor? { ExistentialType.firstProtocol(of: TypeMetadata(type)) }
}

extension ExtensionBase {
  /// The subject's name without its module.
  static var subjectName: String { SwiftRuntime.name(of: subject, isQualified: false) }

  /// The only global actor on which the subject conforms to a protocol.
  static func actor(of conformed: ProtocolDescriptor) -> TypeMetadata? {
    SwiftRuntime.conformance(of: TypeMetadata(subject), to: conformed)?.actor
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
      let table = subject.record.witnessTable
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
