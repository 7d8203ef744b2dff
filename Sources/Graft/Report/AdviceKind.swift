// SPDX-License-Identifier: Apache-2.0

/// The kind of an advice, which says when it runs.
public enum AdviceKind: Hashable, Sendable {
  /// Runs before the rest of the call.
  case before
  /// Runs instead of the rest of the call, which `proceed` calls.
  case around
  /// Runs when the rest of the call has returned or thrown.
  case after
  /// Runs before and after any requirement.
  case pointcut

  /// The rank within one precedence; lower ranks are further outside.
  var rank: Int {
    switch self {
    case .after: 0
    case .before: 1
    case .around, .pointcut: 2
    }
  }
}
