// SPDX-License-Identifier: Apache-2.0

/// How an advice is installed.
public enum AdviceOption: Hashable, Sendable {
  /// By this name it can be found and removed. One advice at a time can have it.
  case named(String)
  /// It runs in the first call that reaches it, and is removed.
  case once
  /// A higher number comes before, whatever the scope; 0 unless given.
  case precedence(Int)
}

/// What an advice was installed with.
public final class AdviceTerms: Sendable {
  let id: UInt64
  let name: String?
  let precedence: Int
  let gate: AdviceGate?
  let token: AdviceToken
  /// Whether the closure sees `any P` as the subject, and not its type.
  let seesAny: Bool

  init(_ options: [AdviceOption], scope: AdviceScope, seesAny: Bool) {
    let object: WeakObject? = if case .object(let object) = scope { object } else { nil }
    self.seesAny = seesAny
    var (name, precedence, isOnce): (String?, Int, Bool) = (nil, 0, false)
    for option in options {
      switch option {
      case .named(let given): name = given
      case .once: isOnce = true
      case .precedence(let given): precedence = given
      }
    }
    let token = AdviceToken(id: AdviceTable.nextID(), name: name, object: object)
    id = token.id
    self.token = token
    self.name = name
    self.precedence = precedence
    gate =
      isOnce || object != nil
      ? AdviceGate(isOnce: isOnce, object: object) { RegistryStore.shared.removeAdvice(token.id) }
      : nil
  }
}
