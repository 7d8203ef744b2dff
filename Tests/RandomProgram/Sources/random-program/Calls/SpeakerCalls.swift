// SPDX-License-Identifier: Apache-2.0

import RandomProtocols

/// Calls a requirement from code that the optimiser may specialise.
func callConcrete<Subject: Speaker>(
  _ subject: inout Subject, _ requirement: Requirement, _ text: String
) -> String {
  switch requirement {
  case .plain: return subject.plain(text)
  case .failing:
    do { return try subject.failing(text) } catch { return Refusal.text(error) }
  case .typed:
    do { return try subject.typed(text) } catch { return Refusal.text(error) }
  case .change:
    subject.count = 0
    let result = subject.change(text)
    return result + "#\(subject.count)"
  case .changeFailing:
    subject.count = 0
    do {
      let result = try subject.changeFailing(text)
      return result + "#\(subject.count)"
    } catch {
      return Refusal.text(error) + "#\(subject.count)"
    }
  case .kind: return type(of: subject).kind(text)
  case .title: return subject.title
  case .setTitle:
    subject.title = text
    return ""
  case .item: return subject[item: text]
  case .setItem:
    subject[item: "k"] = text
    return ""
  case .fill:
    var text = text
    let result = subject.fill(&text)
    return result + "=" + text
  case .apply: return subject.apply { "<" + text + $0 + ">" }
  case .several: return subject.several(text, 7, "last")
  default: fatalError("\(requirement) is async, or no speaker's")
  }
}

func callLaterConcrete<Subject: Speaker>(
  _ subject: inout Subject, _ requirement: Requirement, _ text: String
) async -> String {
  switch requirement {
  case .later: return await subject.later(text)
  case .laterFailing:
    do { return try await subject.laterFailing(text) } catch { return Refusal.text(error) }
  default: fatalError("\(requirement) is not async")
  }
}

/// From generic code.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func callGeneric<Subject: Speaker>(
  _ subject: inout Subject, _ requirement: Requirement, _ text: String
) -> String { callConcrete(&subject, requirement, text) }

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func callLaterGeneric<Subject: Speaker>(
  _ subject: inout Subject, _ requirement: Requirement, _ text: String
) async -> String { await callLaterConcrete(&subject, requirement, text) }

/// The references of one static type: in specialised code, in generic code, `any Speaker`.
@inline(__always)
func references<Static: Speaker & SendableMetatype>(
  to subject: Static, as name: String = "concrete", _ type: SubjectType
) -> [Reference] {
  let owned = Owned(subject)
  return [
    Reference(
      name, type, call: { callConcrete(&owned.value, $0, $1) },
      callLater: { await callLaterConcrete(&owned.value, $0, $1) }),
    Reference(
      "generic " + name, type, call: { callGeneric(&owned.value, $0, $1) },
      callLater: { await callLaterGeneric(&owned.value, $0, $1) }),
  ] + references(toAny: subject, as: name, type)
}

func references(
  toAny subject: any Speaker, as name: String = "concrete", _ type: SubjectType
) -> [Reference] {
  let existential = Owned(subject)
  return [
    Reference(
      "any " + name, type, call: { callExistential(&existential.value, $0, $1) },
      callLater: { await callLaterExistential(&existential.value, $0, $1) })
  ]
}
