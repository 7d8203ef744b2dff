// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

/// An extensible protocol with what answers it, as the oracle and the machine see it.
final class World: Sendable {
  let name: String
  let requirements: [Requirement]
  /// Those of an actor.
  let isolated: Set<Requirement>
  /// Those that can be advised for every subject at once.
  let ofEverySubject: Set<Requirement>
  let links: [Oracle.Link]
  /// Whether closures and pointcuts can be installed.
  let canBeAdvised: Bool
  let installOnEverySubject: @Sendable (Advice) throws -> AdviceToken

  init(
    _ name: String, _ requirements: [Requirement], isolated: Set<Requirement> = [],
    ofEverySubject: Set<Requirement> = [], canBeAdvised: Bool = true, links: [Oracle.Link],
    installOnEverySubject: @escaping @Sendable (Advice) throws -> AdviceToken = { advice in
      preconditionFailure("\(advice.requirement) has no join point of every subject")
    }
  ) {
    self.name = name
    self.requirements = requirements
    self.isolated = isolated
    self.ofEverySubject = ofEverySubject
    self.canBeAdvised = canBeAdvised
    self.links = links
    self.installOnEverySubject = installOnEverySubject
  }

  static let all = [speakers, workers, screens, handles, makers, tokens]

  static let pointcuts = ["RandomExtensions.CallLog", "RandomExtensions.CallGuard"]

  /// Classes that can be blocked, and the pointcuts.
  static let blockable = all.flatMap(\.links).map(\.name).filter { !$0.isEmpty } + pointcuts

  /// Those without which a call may have nobody to answer it.
  static let needed: Set = [
    "RandomExtensions.GroundWorker", "RandomExtensions.GroundMaker", "RandomExtensions.GroundToken",
  ]
}
