// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// A protocol's descriptor in this process.
struct ProtocolDescriptor: Equatable, @unchecked Sendable {
  let address: UnsafeRawPointer

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  /// The first protocol of a type such as `(any P).self`.
  init?(of existential: Any.Type) {
    guard let first = ExistentialType(TypeMetadata(existential))?.protocols.first else {
      return nil
    }
    self = first
  }

  private var context: ContextDescriptor<UnsafeRawPointer> { ContextDescriptor(at: address) }

  /// The name with its module.
  var qualifiedName: String { TypeDescriptor(address: address).qualifiedName }

  /// Whether its module was built with library evolution.
  var isResilient: Bool { context.flags.isResilient }

  /// Whether it is the other protocol, or inherits from it.
  func refines(_ other: ProtocolDescriptor) -> Bool {
    self == other || refinedProtocols.contains { $0.refines(other) }
  }

  /// The number of entries in its tables after the first: refined protocols and members.
  var requirementCount: Int { context.witnessCount() }

  /// The protocols that the declaration inherits from.
  var refinedProtocols: [ProtocolDescriptor] {
    GenericRequirement.list(at: context.signature, count: context.signatureCount())
      .filter { $0.kind == .conformance && $0.isOfFirstParameter }
      .map(\.conformed)
  }
}

extension GenericRequirement<UnsafeRawPointer> {
  static func list(at first: UnsafeRawPointer, count: Int) -> [Self] {
    (0..<count).map { Self(first, at: $0) }
  }

  /// The name of the type that is constrained.
  var subjectName: MangledName { MangledName(at: subject()!) }

  /// Whether the subject is the first generic parameter or `Self`, which are mangled `x`.
  var isOfFirstParameter: Bool {
    let name = subject()!
    return name.byte(at: 0) == UInt8(ascii: "x") && name.byte(at: 1) == 0
  }

  /// The name of the other type of a same-type requirement.
  var otherName: MangledName { MangledName(at: otherType()!) }

  /// The protocol of a conformance.
  var conformed: ProtocolDescriptor { ProtocolDescriptor(address: requiredProtocol()!) }
}
