// SPDX-License-Identifier: Apache-2.0

/// When an advice runs.
public enum AdviceKind: Hashable, Sendable {
  /// First, and then the call goes on.
  case before
  /// Instead of the rest of the call, which it can go on to with `proceed`.
  case around
  /// When the rest of the call has returned or thrown.
  case after
  /// Before and after, whatever the requirement is.
  case pointcut

  /// What is further outside has the lower rank, of the same precedence.
  var rank: Int {
    switch self {
    case .after: 0
    case .before: 1
    case .around, .pointcut: 2
    }
  }
}
