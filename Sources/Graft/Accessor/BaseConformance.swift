// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// How the subject of a base class conforms to the protocol.
extension ExtensionBase {
  /// The global actor on which alone it does.
  static var isolation: TypeMetadata? {
    extendedDescriptor.flatMap { actor(of: $0) }
  }

  /// Whether the subject conforms to a protocol on a global actor only.
  static func isIsolated(to other: ProtocolDescriptor) -> Bool { actor(of: other) != nil }

  private static func actor(of conformed: ProtocolDescriptor) -> TypeMetadata? {
    SwiftRuntime.conformance(of: TypeMetadata(subject), to: conformed)?.actor
  }

  /// Nil for a protocol of subjects that need not be copyable, which has another form.
  static var extendedDescriptor: ProtocolDescriptor? {
    ExistentialType(TypeMetadata(extensibleProtocol.type))?.protocols.first
  }
}

/// A class `PExtension<Subject: P>`.
extension TypeDescriptor {
  /// The class for a subject; nil if the subject does not conform.
  ///
  /// - Parameter baseTable: how the class conforms to `ExtensionBase`, if that is the
  ///   same for all subjects. Looking it up costs the runtime a search of all
  ///   conformances of the process, for each subject.
  func base(
    of subject: ConformanceRecords.Conformance, conformingTo subjectProtocol: ProtocolDescriptor,
    baseTable: UnsafeRawPointer?
  ) -> (any ExtensionBase.Type)? {
    let argument = unsafeBitCast(subject.type.type, to: UnsafeRawPointer.self)
    guard
      let table = subject.witnessTable
        ?? SwiftRuntime.witnessTable(of: TypeMetadata(address: argument), for: subjectProtocol),
      let metadata = graft_generic_metadata(accessFunction, argument, table)
    else { return nil }
    guard let baseTable else {
      return unsafeBitCast(metadata, to: Any.Type.self) as? any ExtensionBase.Type
    }
    // A metatype of an existential type is the metadata and the table.
    return unsafeBitCast((metadata, baseTable), to: (any ExtensionBase.Type).self)
  }
}
