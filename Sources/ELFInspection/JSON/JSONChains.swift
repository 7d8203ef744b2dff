// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// One step of a chain, with what it is a step of.
public struct ChainStep: Hashable, Sendable {
  public var chain: NamedChain
  public var step: NamedChain.Step

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

extension ChainStep: JSONRepresentable {
  public var json: JSONValue {
    JSONValue.object([
      .init("type", "step"), .init("by", "name"),
      .init("requirement", .string(chain.requirement.text)),
      .init("position", .integer(Int64(step.position))), .init("rule", .string(step.standing.name)),
      .init("with", .list(step.standing.others.named.map(\.shortLabel))),
      .init("withCount", .integer(Int64(step.standing.others.count))),
      .init("descriptor", step.descriptor.json),
    ])
  }
}
