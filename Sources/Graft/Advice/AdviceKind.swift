// SPDX-License-Identifier: Apache-2.0

/// When an advice runs.
public enum AdviceKind: UInt8, Hashable, Sendable, Codable {
  /// First, and then the call goes on.
  case before
  /// Instead of the rest of the call, which it can go on to with `proceed`.
  case around
  /// When the rest of the call has returned or thrown.
  case after
  /// Before and after, whatever the requirement is.
  case pointcut
}

/// What the link of an advice does in a call. Only the code of `@Extensible` uses it.
@frozen
public enum AdviceStep: UInt8, Sendable {
  /// Nothing: the advice is removed, or its gate is closed.
  case pass
  /// `begin`, the rest of the call, `end`: what does not see the arguments.
  case watch
  /// What comes before the rest of the call.
  case before
  /// What stands instead of the rest of the call.
  case around
  /// What comes after the rest of the call.
  case after
  /// `around` that does not see the arguments.
  case aroundSubject
  /// `watch` of advice that sees `any P`.
  case watchAny
  /// `before` of advice that sees `any P`.
  case beforeAny
  /// `around` of advice that sees `any P`.
  case aroundAny
  /// `after` of advice that sees `any P`.
  case afterAny
  /// `aroundSubject` of advice that sees `any P`.
  case aroundSubjectAny
  // What `AdviceSlot.settled` has to find out.
  /// The call has not been counted.
  case unbegun
  /// A gate decides.
  case gated

  init(_ kind: AdviceKind, seesArguments: Bool, seesAny: Bool) {
    switch kind {
    case .before where seesArguments: self = seesAny ? .beforeAny : .before
    case .after where seesArguments: self = seesAny ? .afterAny : .after
    case .around where seesArguments: self = seesAny ? .aroundAny : .around
    case .around: self = seesAny ? .aroundSubjectAny : .aroundSubject
    case .before, .after, .pointcut: self = seesAny ? .watchAny : .watch
    }
  }
}
