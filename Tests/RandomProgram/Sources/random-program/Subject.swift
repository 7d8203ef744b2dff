// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

/// A way in which code refers to a subject.
struct Reference: Sendable {
  let name: String
  let call: @Sendable (Requirement, String) -> String
  let callLater: @Sendable (Requirement, String) async -> String
}

/// A conforming type, and where advice for it is installed.
final class SubjectType: Sendable {
  let name: String
  let traits: Set<String>
  /// The root first.
  let superclasses: [String]
  let isClass: Bool
  /// Whether a mutating implementation leaves a trace in its subjects.
  let counts: Bool
  let install: @Sendable (Advice, Advice.Scope) throws -> AdviceToken

  init<Type: Speaker & SendableMetatype>(
    _ type: Type.Type, superclasses: [String] = [], traits: [String], counts: Bool = true,
    install: @escaping @Sendable (Advice, Advice.Scope) throws -> AdviceToken
  ) {
    name = String(reflecting: type)
    isClass = type is AnyObject.Type
    self.superclasses = superclasses
    self.traits = Set(traits + (MemoryLayout<Type>.size <= 8 ? ["small"] : []))
    self.counts = counts
    self.install = install
  }
}

/// A subject, by all references to it.
final class Subject: Sendable {
  let number: Int
  let type: SubjectType
  let references: [Reference]
  let installOnObject: (@Sendable (Advice) throws -> AdviceToken)?

  init(
    number: Int, type: SubjectType, references: [Reference],
    installOnObject: (@Sendable (Advice) throws -> AdviceToken)? = nil
  ) {
    self.number = number
    self.type = type
    self.references = references
    self.installOnObject = installOnObject
  }
}

/// What one thread at a time uses.
final class Owned<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// The references of one static type: in specialised code, in generic code, `any Speaker`.
@inline(__always)
func references<Static: Speaker & SendableMetatype>(
  to subject: Static, as name: String
) -> [Reference] {
  let owned = Owned(subject)
  let existential = Owned<any Speaker>(subject)
  return [
    Reference(
      name: name, call: { callConcrete(&owned.value, $0, $1) },
      callLater: { await callLaterConcrete(&owned.value, $0, $1) }),
    Reference(
      name: "generic " + name, call: { callGeneric(&owned.value, $0, $1) },
      callLater: { await callLaterGeneric(&owned.value, $0, $1) }),
    Reference(
      name: "any " + name, call: { callExistential(&existential.value, $0, $1) },
      callLater: { await callLaterExistential(&existential.value, $0, $1) }),
  ]
}
