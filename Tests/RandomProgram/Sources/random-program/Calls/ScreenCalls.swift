// SPDX-License-Identifier: Apache-2.0

import RandomProtocols

/// Calls a requirement on the main actor.
@MainActor @inline(__always)
private func callConcrete<Subject: Screen>(
  _ subject: Owned<Subject>, _ requirement: Requirement, _ text: String
) async -> String {
  switch requirement {
  case .plain: return subject.value.plain(text)
  case .failing:
    do { return try subject.value.failing(text) } catch { return Refusal.text(error) }
  case .later: return await subject.value.later(text)
  case .change:
    subject.value.count = 0
    let result = subject.value.change(text)
    return result + "#\(subject.value.count)"
  case .title: return subject.value.title
  case .setTitle:
    subject.value.title = text
    return ""
  default: fatalError("\(requirement) is none of the main actor's")
  }
}

@MainActor @inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func callGeneric<Subject: Screen>(
  _ subject: Owned<Subject>, _ requirement: Requirement, _ text: String
) async -> String { await callConcrete(subject, requirement, text) }

@MainActor @inline(never)
private func callExistential(
  _ subject: Owned<any Screen>, _ requirement: Requirement, _ text: String
) async -> String {
  switch requirement {
  case .plain: return subject.value.plain(text)
  case .failing:
    do { return try subject.value.failing(text) } catch { return Refusal.text(error) }
  case .later: return await subject.value.later(text)
  case .change:
    subject.value.count = 0
    let result = subject.value.change(text)
    return result + "#\(subject.value.count)"
  case .title: return subject.value.title
  case .setTitle:
    subject.value.title = text
    return ""
  default: fatalError("\(requirement) is none of the main actor's")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func labelGeneric<Subject: Screen>(_ subject: Subject, _ text: String) -> String {
  subject.label(text)
}

@inline(__always)
func references<Static: Screen & SendableMetatype>(
  to subject: Static, as name: String = "concrete", _ type: SubjectType
) -> [Reference] {
  let owned = Owned(subject)
  let existential = Owned<any Screen>(subject)
  return [
    Reference(
      name, type, call: { owned.value.label($1) },
      callLater: { await callConcrete(owned, $0, $1) }),
    Reference(
      "generic " + name, type, call: { labelGeneric(owned.value, $1) },
      callLater: { await callGeneric(owned, $0, $1) }),
    Reference(
      "any " + name, type, call: { existential.value.label($1) },
      callLater: { await callExistential(existential, $0, $1) }),
  ]
}
