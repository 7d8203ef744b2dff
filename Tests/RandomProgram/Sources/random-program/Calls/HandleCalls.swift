// SPDX-License-Identifier: Apache-2.0

import RandomProtocols

@inline(__always)
private func callConcrete<Subject: Handle>(
  _ subject: Subject, _ other: Subject, _ requirement: Requirement, _ text: String
) -> String {
  switch requirement {
  case .plain: return subject.plain(text)
  case .failing:
    do { return try subject.failing(text) } catch { return Refusal.text(error) }
  case .title: return subject.title
  case .setTitle:
    subject.title = text
    return ""
  case .with: return subject.with(other, text)
  default: fatalError("\(requirement) is no object's")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func callGeneric<Subject: Handle>(
  _ subject: Subject, _ other: Subject, _ requirement: Requirement, _ text: String
) -> String { callConcrete(subject, other, requirement, text) }

/// Of two that are known to be of one type only by what they were opened from, `with` can't be
/// called.
@inline(never)
private func callExistential(
  _ subject: any Handle, _ requirement: Requirement, _ text: String
) -> String {
  switch requirement {
  case .plain: return subject.plain(text)
  case .failing:
    do { return try subject.failing(text) } catch { return Refusal.text(error) }
  case .title: return subject.title
  case .setTitle:
    subject.title = text
    return ""
  default: fatalError("\(requirement) is no object's")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func callLaterGeneric<Subject: Handle>(
  _ subject: Subject, _ text: String
) async -> String { await subject.later(text) }

@inline(__always)
func references<Static: Handle & SendableMetatype>(
  to subject: Static, and other: Static, as name: String = "concrete", _ type: SubjectType
) -> [Reference] {
  let owned = Owned(subject)
  let others = Owned(other)
  let existential = Owned<any Handle>(subject)
  return [
    Reference(
      name, type, otherNumber: other.number,
      call: { callConcrete(owned.value, others.value, $0, $1) },
      callLater: { await owned.value.later($1) }),
    Reference(
      "generic " + name, type, otherNumber: other.number,
      call: { callGeneric(owned.value, others.value, $0, $1) },
      callLater: { await callLaterGeneric(owned.value, $1) }),
    Reference(
      "any " + name, type, except: [.with],
      call: { callExistential(existential.value, $0, $1) },
      callLater: { await existential.value.later($1) }),
  ]
}
