// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// How the subject of a base class conforms to the protocol.
extension ExtensionBase {
  /// The global actor on which alone it does.
  static var isolation: UnsafeRawPointer? {
    extendedDescriptor.flatMap { actor(of: $0) }
  }

  /// Whether the subject conforms to a protocol on a global actor only.
  static func isIsolated(to other: ProtocolDescriptor) -> Bool { actor(of: other) != nil }

  private static func actor(of conformed: ProtocolDescriptor) -> UnsafeRawPointer? {
    var actor: UnsafeRawPointer?
    _ = graft_isolated_witness_table(TypeMetadata(subject).address, conformed.address, &actor)
    return actor
  }

  /// Nil for a protocol of subjects that need not be copyable, which has another form.
  static var extendedDescriptor: ProtocolDescriptor? {
    ExistentialType(TypeMetadata(extensibleProtocol.type))?.protocols.first
  }
}
