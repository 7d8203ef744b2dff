// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// One step of a chain, with what it is a step of.
public struct ChainStep: Hashable, Sendable {
  /// With all its steps.
  public var chain: NamedChain
  /// One of them.
  public var step: NamedChain.Step

  /// - Parameter step: of that chain.
  public init(_ chain: NamedChain, _ step: NamedChain.Step) {
    self.chain = chain
    self.step = step
  }
}

extension NamedChain.Standing {
  /// The rule between an extension and the next, or why there is none.
  public var name: String {
    switch self {
    case .before(let rule): rule.rawValue
    case .last: "last"
    case .undecided: "undecided"
    case .conflict: "conflict"
    }
  }

  var others: NamedChain.Others {
    switch self {
    case .undecided(let others), .conflict(let others): others
    case .before, .last: NamedChain.Others(named: [], count: 0)
    }
  }
}

extension ChainStep: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode("step", forKey: .type)
    try members.encode(chain.usesTypes ? "type" : "name", forKey: .by)
    try members.encode(chain.requirement.text, forKey: .requirement)
    try members.encode(step.position, forKey: .position)
    try members.encode(step.standing.name, forKey: .rule)
    try members.encode(step.standing.others.named.map(\.shortLabel), forKey: .with)
    try members.encode(step.standing.others.count, forKey: .withCount)
    try members.encode(step.descriptor, forKey: .descriptor)
  }
}
