// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// An error of a courier.
public enum CourierError: Error, Equatable, Sendable {
  /// The receiver conforms neither to the courier's protocol nor to one that it
  /// refines.
  ///
  /// The values are names of types.
  case notAReceiver(receiver: String, protocols: [String])
  /// The receiver conforms on a global actor only, but the courier calls from
  /// anywhere.
  ///
  /// The values are names of types.
  case isolatedConformance(receiver: String, protocolName: String, actor: String)
  /// The receiver is the courier, or one that passes calls on to it.
  case endless(receiver: String)
  /// A value can't be held weakly.
  case valueHeldWeakly(receiver: String)
  /// The receiver that was given as a position is not one of the courier's.
  case unknownPlace(receiver: String, courier: String)
  /// No receiver gave a result; the count is of all that are alive, whatever they conform to.
  case unanswered(requirement: String, courier: String, receiverCount: Int)
}

extension CourierError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAReceiver(let receiver, let protocols):
      "\(receiver) can't be a receiver: it conforms to none of \(protocols.joined(separator: ", "))"
    case .isolatedConformance(let receiver, let protocolName, let actor):
      "\(receiver) can't be a receiver: it conforms to \(protocolName) on \(actor) only, and the "
        + "courier calls it from anywhere. Isolate the protocol to \(actor), or make the "
        + "conformance nonisolated"
    case .endless(let receiver):
      "\(receiver) can't be a receiver: it is the courier, or passes its calls on to it, so a call "
        + "would never end"
    case .valueHeldWeakly(let receiver):
      "\(receiver) is a value, which can't be held weakly: add it with .strongly, "
        + "or make it a class"
    case .unknownPlace(let receiver, let courier):
      "\(receiver) is no receiver of the courier of \(courier), so nothing can go before or after "
        + "it: "
        + "add it first"
    case .unanswered(let requirement, let courier, let receiverCount):
      "the courier of \(courier) has "
        + (receiverCount == 0 ? "no receivers" : "\(receiverCount.counted("receiver")), none")
        + " to give \(requirement) a result: add one that conforms to its protocol, "
        + "or give the requirement a policy with .orElse"
    }
  }
}

/// The errors of several receivers, if the policy is to collect them.
public struct ReceiverFailures: Error, Sendable, CustomStringConvertible {
  /// The requirement's name, as in the protocol.
  public let requirement: String
  /// The errors, in the order of the receivers.
  public let errors: [any Error]

  public var description: String {
    "\(errors.count.counted("receiver")) failed to \(requirement): "
      + errors.map { "\($0)" }.joined(separator: "; ")
  }
}
