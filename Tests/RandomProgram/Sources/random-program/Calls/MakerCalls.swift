// SPDX-License-Identifier: Apache-2.0

import RandomProtocols

@inline(__always)
private func callConcrete<Subject: Maker>(
  _ subject: Subject, _ other: Subject, _ requirement: Requirement, _ text: String
) -> String {
  switch requirement {
  case .make: return Subject(text).note
  case .hand: return subject.hand(Subject.Item(text)).text
  case .with: return subject.with(other, text)
  case .kind: return type(of: subject).kind(text)
  case .plain: return subject.plain(text)
  case .pass: return callPass(subject, text)
  default: fatalError("\(requirement) is no maker's")
  }
}

/// With a value whose type the text chooses.
@inline(__always)
private func callPass<Subject: Maker>(_ subject: Subject, _ text: String) -> String {
  switch text.utf8.count % 4 {
  case 0: return subject.pass(text, text).text
  case 1: return subject.pass(text, Parcel(text)).text
  case 2: return subject.pass(text, Wrapped<Parcel>(text)).text
  default: return subject.pass(text, Wrapped<Wrapped<String>>(text)).text
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func callGeneric<Subject: Maker>(
  _ subject: Subject, _ other: Subject, _ requirement: Requirement, _ text: String
) -> String { callConcrete(subject, other, requirement, text) }

@inline(never)
private func callExistential(
  _ subject: any Maker, _ requirement: Requirement, _ text: String
) -> String {
  switch requirement {
  case .make: return type(of: subject).init(text).note
  case .kind: return type(of: subject).kind(text)
  case .plain: return subject.plain(text)
  case .pass: return callPass(subject, text)
  default: fatalError("\(requirement) needs its types")
  }
}

@inline(__always)
func references<Subject: Maker & SendableMetatype>(
  to subject: Subject, and other: Subject, _ type: SubjectType
) -> [Reference] {
  let owned = Owned(subject)
  let others = Owned(other)
  let existential = Owned<any Maker>(subject)
  return [
    Reference(
      "concrete", type, otherNumber: other.number,
      call: { callConcrete(owned.value, others.value, $0, $1) }),
    Reference(
      "generic concrete", type, otherNumber: other.number,
      call: { callGeneric(owned.value, others.value, $0, $1) }),
    Reference(
      "any concrete", type, except: [.hand, .with],
      call: { callExistential(existential.value, $0, $1) }),
  ]
}
