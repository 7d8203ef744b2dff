// SPDX-License-Identifier: Apache-2.0

import GraftCourier
import Testing

/// Conforms on the main actor only.
@MainActor
private final class Gauge: @MainActor Kept {
  nonisolated init() {}
  func keep() -> Int { 1 }
}

@Courier
protocol Kept: AnyObject {
  func keep() -> Int
}

@MainActor
@Courier
protocol Shown: AnyObject {
  func show() -> Int
}

@MainActor
private final class Label: Shown {
  func show() -> Int { 2 }
}

/// Conformances that are isolated to an actor: the receiver is called there, or
/// refused.
@Suite("A courier and global actors")
struct IsolationTests {
  @Test("A receiver that conforms on a global actor only is refused, wherever it is added")
  @MainActor
  func refused() async {
    let courier = KeptCourier()
    let expected = CourierError.isolatedConformance(
      receiver: String(reflecting: Gauge.self), protocolName: "CourierTests.Kept",
      actor: "MainActor")
    #expect(throws: expected) { try courier.receivers.add(Gauge(), .strongly) }
    #expect(throws: expected) { try KeptCourier(Gauge()) }
    #expect(courier.receivers.all.isEmpty)
    await Task.detached {
      let courier = KeptCourier()
      #expect(throws: expected) { try courier.receivers.add(Gauge(), .strongly) }
    }.value
    #expect(
      expected.description.contains(
        "conforms to CourierTests.Kept on MainActor only, and the courier calls it from anywhere"))
  }

  @Test("Where the protocol is the actor's, so are all calls")
  @MainActor
  func isolatedProtocol() throws {
    let courier = ShownCourier()
    try courier.receivers.add(Label(), .strongly)
    #expect(courier.show() == 2)
    #expect(try ShownCourier(Label()).show() == 2)
  }
}
