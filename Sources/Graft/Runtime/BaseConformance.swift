// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// How the subject of a base class conforms to the protocol.
extension ExtensionBase {
  /// The global actor on which alone it does.
  static var isolation: UnsafeRawPointer? {
    guard let extended = extendedDescriptor else { return nil }
    var actor: UnsafeRawPointer?
    _ = graft_isolated_witness_table(TypeMetadata(subject).address, extended.address, &actor)
    return actor
  }

  /// The modules that declare that it does, if there are several.
  static func modules(declaringIn records: ConformanceRecords) -> [String]? {
    guard let extended = extendedDescriptor, let type = TypeMetadata(subject).descriptor else {
      return nil
    }
    let declared = records.types(conformingTo: extended).filter { $0.type.address == type.address }
    return declared.count > 1 ? declared.map(\.moduleName).sorted() : nil
  }

  /// Nil for a protocol of subjects that need not be copyable, which has another form.
  private static var extendedDescriptor: ProtocolDescriptor? {
    ExistentialType(TypeMetadata(extensibleProtocol.type))?.protocols.first
  }
}
