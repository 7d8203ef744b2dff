// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Which calls a pointcut chooses.
struct Pointcut {
  private let protocols: Pattern
  private let requirements: [Pattern]
  private let subjects: Pattern

  /// - Parameter descriptor: of that kind.
  init(_ descriptor: ExtensionDescriptor) {
    protocols = Pattern(descriptor.protocolName)
    requirements = descriptor.requirements.map { Pattern($0.text) }
    subjects = Pattern(descriptor.subjects ?? "*")
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
