// SPDX-License-Identifier: Apache-2.0

import GraftCourier
import Testing

@Extensible
@Courier
protocol Announcing: AnyObject {
  func announce(_ text: String) -> String
  var volume: Int { get set }
  func check(_ text: String) throws
}

/// Couriers whose protocol is extensible too.
@Suite("Advice of a courier's own members")
struct CourierAdviceTests {
  final class Speaker: Announcing {
    let name: String
    var volume = 1
    init(_ name: String) { self.name = name }
    func announce(_ text: String) -> String { "\(name): \(text)" }
    func check(_ text: String) throws {}
  }

  @Test("It runs once around the delivery, and not around the receivers")
  func around() throws {
    let courier = AnnouncingCourier()
    let speakers = [Speaker("a"), Speaker("b")]
    for speaker in speakers { try courier.receivers.add(speaker) }
    #expect(courier.announce("x") == "b: x")
    let points = AnnouncingExtension<AnnouncingCourier>.joinPoints
    let tokens = [
      try points.announce.around { _, text, proceed in "<" + proceed(text + "!") + ">" },
      try points.volume.around { _, proceed in proceed() + 10 },
      try points.setVolume.around { courier, volume, proceed in proceed(volume * 2) },
    ]
    #expect(courier.announce("x") == "<b: x!>")
    #expect(courier.volume == 11)
    courier.volume = 4
    #expect(speakers.map(\.volume) == [8, 8])
    try courier.check("x")
    for token in tokens { try token.remove() }
    #expect(courier.announce("x") == "b: x")
    #expect(speakers[0].announce("y") == "a: y")
  }
}
