// SPDX-License-Identifier: Apache-2.0

import Graft
import RequirementChecks
import RequirementProtocols
import Testing

/// Members of a type in a second module, required by a protocol in a third.
@Suite("Advice of another module's own implementations")
struct AdvisableElsewhereTests {
  /// Advice on each requirement, which can be told from the implementation's own answers.
  private func advise<Subject: Gauge & SendableMetatype>(_: Subject.Type) throws -> [AdviceToken] {
    let points = GaugeExtension<Subject>.joinPoints
    return [
      try points.level.around { _, proceed in proceed() + 100 },
      try points.title.around { _, proceed in "[\(proceed())]" },
      try points.measure.around { _, by, proceed in try proceed(by * 2) + [by] },
      try points.settled.around { _, rounds, proceed in await proceed(rounds + 1) + "!" },
      try points.unit.around { _, prefix, proceed in proceed(prefix + "-") },
    ]
  }

  @Test("Of a structure, however it is called")
  func structure() async throws {
    let tank = Tank()
    let own = ["1", "tank", "[3]", "failed", "tank 2", "millilitre"]
    #expect(await [tank.reading(), reading(of: tank)] == [own, own])
    let tokens = try advise(Tank.self)
    let advised = ["101", "[tank]", "[105, 2]", "failed", "[tank] 3!", "milli-litre"]
    #expect(await [tank.reading(), reading(of: tank)] == [advised, advised])
    for token in tokens { try token.remove() }
    #expect(await [tank.reading(), reading(of: tank)] == [own, own])
  }

  @Test("Changes of a value reach the caller's")
  func changes() throws {
    let points = FillingExtension<Tank>.joinPoints
    var tank = Tank()
    #expect(tank.filled() + filled(&tank) == ["[3]", "failed", "4", "[6]", "failed", "7"])
    let tokens = [
      try points.content.around { _, proceed in proceed() + 100 },
      try points.setContent.around { tank, content, proceed in proceed(&tank, content - 100) },
      try points.fill.around { tank, by, proceed in try proceed(&tank, by * 2) + [by] },
    ]
    #expect(
      tank.filled() + filled(&tank)
        == ["[111, 2]", "failed", "112", "[116, 2]", "failed", "117"])
    for token in tokens { try token.remove() }
    #expect(tank.content == 17)
  }

  @Test("Of a class, for its subclass alone")
  func subclass() async throws {
    let (meter, water) = (Meter(), WaterMeter())
    let own = ["1", "meter", "[3]", "failed", "meter 2", "millimetre"]
    #expect(await [meter.reading(), reading(of: meter)] == [own, own])
    let tokens = try advise(WaterMeter.self)
    let advised = ["101", "[meter]", "[105, 2]", "failed", "[meter] 3!", "milli-metre"]
    #expect(await [water.reading(), reading(of: water)] == [advised, advised])
    #expect(await [meter.reading(), reading(of: meter)] == [own, own])
    for token in tokens { try token.remove() }
    #expect(await [water.reading(), reading(of: water)] == [own, own])
  }
}
