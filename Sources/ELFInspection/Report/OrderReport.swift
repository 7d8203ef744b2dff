// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An entry of an order, together with the order.
public struct OrderStep: Hashable, Sendable {
  /// The order, with all its entries.
  public var order: ExtensionOrder
  /// The entry.
  public var step: ExtensionOrder.Step

  /// Creates a row of a report.
  ///
  /// - Parameter step: an entry of the order.
  public init(_ order: ExtensionOrder, _ step: ExtensionOrder.Step) {
    self.order = order
    self.step = step
  }
}

extension ExtensionOrder.Reason {
  /// The name in reports: a rule, or the reason why none applies.
  public var name: String {
    switch self {
    case .before(let rule): rule.rawValue
    case .last: "last"
    case .undecided: "undecided"
    case .conflict: "conflict"
    }
  }

  var others: ExtensionOrder.Others? {
    switch self {
    case .undecided(let others), .conflict(let others): others
    case .before, .last: nil
    }
  }
}

extension OrderStep: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "step")
    try members.encode(order.usesTypes ? "type" : "name", forKey: .by)
    try members.encode(order.requirement.text, forKey: .requirement)
    try members.encode(step.position, forKey: .position)
    try members.encode(step.reason.name, forKey: .rule)
    try members.encode(step.reason.others?.named.map(\.shortLabel) ?? [], forKey: .with)
    try members.encode(step.reason.others?.count ?? 0, forKey: .withCount)
    try members.encode(step.descriptor, forKey: .descriptor)
  }
}
