// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

// All closures that are handed to join points.

typealias Points<Subject, SubjectType> = _GraftSpeaker._JoinPoints<Subject, SubjectType>

/// Installs an advice by the closure of its form.
///
/// - Parameter number: reads the number of a subject, as the closure sees it.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func installAdvice<Subject, SubjectType>(
  _ advice: Advice, at points: Points<Subject, SubjectType>,
  number: @escaping @Sendable (Subject) -> Int
) throws -> AdviceToken {
  switch advice.requirement {
  case .plain: return try installPlain(advice, points, number)
  case .failing: return try installFailing(advice, points, number)
  case .typed: return try installTyped(advice, points, number)
  case .later: return try installLater(advice, points, number)
  case .laterFailing: return try installLaterFailing(advice, points, number)
  case .change: return try installChange(advice, points, number)
  case .changeFailing: return try installChangeFailing(advice, points, number)
  case .kind: return try installKind(advice, points, number)
  case .title: return try installTitle(advice, points, number)
  case .setTitle: return try installSetTitle(advice, points, number)
  case .item: return try installItem(advice, points, number)
  case .setItem: return try installSetItem(advice, points, number)
  case .fill: return try installFill(advice, points, number)
  case .apply: return try installApply(advice, points, number)
  case .several: return try installSeveral(advice, points, number)
  case .label, .with, .make, .hand, .pass, .close:
    preconditionFailure("no speaker has \(advice.requirement)")
  }
}
