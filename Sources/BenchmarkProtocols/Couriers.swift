// SPDX-License-Identifier: Apache-2.0

public import GraftCourier

/// The protocol of couriers that are compared with loops written by hand.
@Courier
public protocol Heard: AnyObject {
  func heard(_ number: Int) -> Int
}

/// A protocol whose receivers need not be objects.
@Courier
public protocol Seen {
  func seen(_ number: Int) -> Int
}

// MARK: Loops by hand, over lists that can change between calls

/// Calls all receivers and returns the last result, as a courier does by
/// default.
public final class HeardByHand: Heard {
  private var receivers: [any Heard]

  public init(_ receivers: [any Heard]) { self.receivers = receivers }

  public func add(_ receiver: any Heard) { receivers.append(receiver) }

  public func heard(_ number: Int) -> Int {
    var result = 0
    for receiver in receivers { result = receiver.heard(number) }
    return result
  }
}

public final class SeenByHand: Seen {
  private var receivers: [any Seen]

  public init(_ receivers: [any Seen]) { self.receivers = receivers }

  public func add(_ receiver: any Seen) { receivers.append(receiver) }

  public func seen(_ number: Int) -> Int {
    var result = 0
    for receiver in receivers { result = receiver.seen(number) }
    return result
  }
}

public final class HeardWeaklyByHand: Heard {
  private final class Box {
    weak var receiver: (any Heard)?

    init(_ receiver: any Heard) { self.receiver = receiver }
  }

  private var boxes: [Box]

  public init(_ receivers: [any Heard]) { boxes = receivers.map(Box.init) }

  public func add(_ receiver: any Heard) { boxes.append(Box(receiver)) }

  public func heard(_ number: Int) -> Int {
    var result = 0
    for box in boxes {
      if let receiver = box.receiver { result = receiver.heard(number) }
    }
    return result
  }
}
