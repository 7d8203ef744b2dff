// SPDX-License-Identifier: Apache-2.0

/// What an around pointcut does with a call, which its text decides.
public enum GuardDecision: Sendable {
  case answer(String)
  case refuse(Refusal)
  case goOn(times: Int)

  public init(_ text: String, canThrow: Bool) {
    switch text.last {
    case "7": self = .answer("G")
    case "9" where canThrow: self = .refuse(Refusal("g"))
    case "3": self = .goOn(times: 2)
    default: self = .goOn(times: 1)
    }
  }
}
