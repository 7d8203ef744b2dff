// SPDX-License-Identifier: Apache-2.0

import RandomProtocols

/// Calls a requirement of an actor from outside.
@inline(__always)
private func callConcrete<Subject: Worker>(
  _ subject: Subject, _ requirement: Requirement, _ text: String
) async -> String {
  switch requirement {
  case .plain: return await subject.plain(text)
  case .failing:
    do { return try await subject.failing(text) } catch { return Refusal.text(error) }
  case .later: return await subject.later(text)
  case .laterFailing:
    do { return try await subject.laterFailing(text) } catch { return Refusal.text(error) }
  case .title: return await subject.title
  default: fatalError("\(requirement) is none of an actor's")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func callGeneric<Subject: Worker>(
  _ subject: Subject, _ requirement: Requirement, _ text: String
) async -> String { await callConcrete(subject, requirement, text) }

@inline(never)
private func callExistential(
  _ subject: any Worker, _ requirement: Requirement, _ text: String
) async -> String {
  switch requirement {
  case .plain: return await subject.plain(text)
  case .failing:
    do { return try await subject.failing(text) } catch { return Refusal.text(error) }
  case .later: return await subject.later(text)
  case .laterFailing:
    do { return try await subject.laterFailing(text) } catch { return Refusal.text(error) }
  case .title: return await subject.title
  default: fatalError("\(requirement) is none of an actor's")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func labelGeneric<Subject: Worker>(_ subject: Subject, _ text: String) -> String {
  subject.label(text)
}

@inline(__always)
func references<Subject: Worker & SendableMetatype>(
  to subject: Subject, _ type: SubjectType
) -> [Reference] {
  let existential: any Worker = subject
  return [
    Reference(
      "concrete", type, call: { subject.label($1) },
      callLater: { await callConcrete(subject, $0, $1) }),
    Reference(
      "generic concrete", type, call: { labelGeneric(subject, $1) },
      callLater: { await callGeneric(subject, $0, $1) }),
    Reference(
      "any concrete", type, call: { existential.label($1) },
      callLater: { await callExistential(existential, $0, $1) }),
  ]
}
