// SPDX-License-Identifier: Apache-2.0

import RandomProtocols
import RandomSubjects

// Calls through a conformance that is isolated to the main actor.

@MainActor
private func callOnMainActor(
  _ view: Owned<View>, _ requirement: Requirement, _ text: String
) async -> String { callConcrete(&view.value, requirement, text) }

@MainActor
private func callGenericOnMainActor(
  _ view: Owned<View>, _ requirement: Requirement, _ text: String
) async -> String { callGeneric(&view.value, requirement, text) }

@MainActor
private func callExistentialOnMainActor(
  _ view: Owned<View>, _ requirement: Requirement, _ text: String
) async -> String {
  var existential: any Speaker = view.value
  return callExistential(&existential, requirement, text)
}

func references(to view: View, _ type: SubjectType) -> [Reference] {
  let owned = Owned(view)
  return [
    Reference("concrete", type, callLater: { await callOnMainActor(owned, $0, $1) }),
    Reference(
      "generic concrete", type, callLater: { await callGenericOnMainActor(owned, $0, $1) }),
    Reference(
      "any concrete", type, callLater: { await callExistentialOnMainActor(owned, $0, $1) }),
  ]
}
