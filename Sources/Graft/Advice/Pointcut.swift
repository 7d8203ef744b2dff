// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Which calls a pointcut chooses. In a record its patterns stand where an
/// extension's names do: `any PATTERN` as the protocol, `named PATTERN` as the one
/// constraint, and the requirements.
struct Pointcut {
  private let protocols: Pattern
  private let requirements: [Pattern]
  private let subjects: Pattern

  /// Nil for a descriptor that names a protocol.
  init?(_ descriptor: Descriptor) {
    guard descriptor.isPointcut else { return nil }
    protocols = Pattern(String(descriptor.protocolName.dropFirst("any ".count)))
    requirements = descriptor.requirements.map { Pattern($0.text) }
    let named = descriptor.constraints.first { $0.hasPrefix("named ") }
    subjects = Pattern(named.map { String($0.dropFirst("named ".count)) } ?? "*")
  }

  /// The numbers of the requirements that it chooses for a subject.
  func requirements(of base: any ExtensionBase.Type) -> [Int] {
    let extended = base.extensibleProtocol
    guard protocols.matches(extended.name) || protocols.matches(extended.qualifiedName),
      subjects.matches(SwiftRuntime.name(of: base.subject, isQualified: true))
    else { return [] }
    return extended.requirements.indices.filter { number in
      let name = extended.requirements[number].name
      return requirements.contains { $0.matches(name.text) || $0.matches(name.untyped.text) }
    }
  }
}
