// SPDX-License-Identifier: Apache-2.0

import RandomProtocols

@inline(__always)
private func callConcrete<Subject: Token & ~Copyable>(
  _ subject: inout Subject, _ make: () -> Subject, _ requirement: Requirement, _ text: String
) -> String {
  switch requirement {
  case .plain: return subject.plain(text)
  case .failing:
    do { return try subject.failing(text) } catch { return Refusal.text(error) }
  case .change:
    subject.count = 0
    let result = subject.change(text)
    return result + "#\(subject.count)"
  case .close: return make().close(text)
  case .kind: return Subject.kind(text)
  default: fatalError("\(requirement) is no token's")
  }
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func callGeneric<Subject: Token & ~Copyable>(
  _ subject: inout Subject, _ make: () -> Subject, _ requirement: Requirement, _ text: String
) -> String { callConcrete(&subject, make, requirement, text) }

@inline(__always)
func references<Subject: Token & SendableMetatype & ~Copyable>(
  _ make: @escaping @Sendable () -> Subject, _ type: SubjectType
) -> [Reference] {
  let owned = Owned(make())
  return [
    Reference("concrete", type, call: { callConcrete(&owned.value, make, $0, $1) }),
    Reference("generic concrete", type, call: { callGeneric(&owned.value, make, $0, $1) }),
  ]
}
