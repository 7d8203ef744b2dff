// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import GraftCourier

/// A call to several receivers, by a courier and by hand.
enum CourierKind: String, CaseIterable {
  case strong1, strong4, strong64, values1, values4, values64, weak1, weak4, weak64
  case inherited1, inherited4, inherited64, collect4

  var receiverCount: Int { Int(rawValue.drop { $0.isLetter })! }
  private var form: Substring { rawValue.prefix { $0.isLetter } }

  var what: String {
    let receivers = receiverCount == 1 ? "1 receiver" : "\(receiverCount) receivers"
    return switch form {
    case "strong": "delivery to \(receivers), held strongly"
    case "values": "delivery to \(receivers), of a protocol for values too"
    case "weak": "delivery to \(receivers), held weakly, against weak references in boxes"
    case "inherited": "delivery to \(receivers), by an ancestor in another module"
    default: "all results of \(receivers) collected"
    }
  }

  var bound: Double? { form == "collect" ? nil : 1.3 }
  /// The most allocations in a delivery.
  var allocationBound: Double? { form == "collect" ? nil : 0 }

  /// Prepares receivers, and returns a function that calls them a number of
  /// times.
  func prepared(_ side: String) -> (Int) -> Int {
    let receivers = listeners(receiverCount)
    let isByHand = side == "by-hand"
    func filled<Made: Courier>(
      _ courier: Made, _ hold: ReceiverHold = .strongly
    ) -> Made where Made.Receivable == Any {
      for receiver in receivers { try! courier.receivers.add(receiver, hold) }
      return courier
    }
    switch form {
    case "strong":
      let called: any Heard = isByHand ? HeardByHand(receivers) : filled(HeardCourier())
      return { deliver(called, $0) }
    case "values":
      let called: any Seen = isByHand ? SeenByHand(receivers) : filled(SeenCourier())
      return { deliver(called, $0) }
    case "weak":
      let called: any Heard =
        isByHand ? HeardWeaklyByHand(receivers) : filled(HeardCourier(), .weakly)
      // The receivers live as long as the returned closure.
      return { count in withExtendedLifetime(receivers) { deliver(called, count) } }
    case "inherited":
      let called: any Heard = isByHand ? HeardByHand(receivers) : filled(ReportedCourier())
      return { deliver(called, $0) }
    default:
      let courier = filled(HeardCourier())
      return { count in
        (0..<count).reduce(0) { number, _ in
          isByHand
            ? receivers.map { $0.heard(number) }.last!
            : courier.receivers.collect(HeardCourier.heard) { $0.heard(number) }.last!
        }
      }
    }
  }
}

@inline(never)
private func deliver(_ called: any Heard, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = called.heard(number) &+ 1 }
  return number
}

@inline(never)
private func deliver(_ called: any Seen, _ count: Int) -> Int {
  var number = 0
  for _ in 0..<count { number = called.seen(number) &+ 2 }
  return number
}
