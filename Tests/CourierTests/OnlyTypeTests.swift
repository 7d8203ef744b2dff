// SPDX-License-Identifier: Apache-2.0

import GraftCourier
import Testing

@Courier
protocol Printer: AnyObject {
  func print(_ line: String)
}

/// The only type that conforms, but for the courier: with `-O` the compiler calls it directly, unless
/// it sees that.
final class Paper: Printer {
  private(set) var lines: [String] = []
  func print(_ line: String) { lines.append(line) }
}

enum Offices {
  @Courier
  protocol Desk: AnyObject {
    func add(_ count: Int) -> Int?
  }
}

struct Office: ~Copyable {
  final class Clerk: Offices.Desk {
    func add(_ count: Int) -> Int? { count + 1 }
  }
}

@Courier(concurrent: true)
private protocol Meter: Sendable {
  func read() async -> Int?
}

private struct Dial: Meter {
  func read() async -> Int? { 7 }
}

@Extensible @Courier
protocol Lamp: AnyObject {
  func light() -> Int?
}

final class Bulb: Lamp {
  func light() -> Int? { 60 }
}

@Suite("Couriers of protocols with one other type")
struct OnlyTypeTests {
  @inline(never)
  private func print(_ line: String, by printer: any Printer) { printer.print(line) }

  @Test("Pass on what is called on any of them")
  func plain() throws {
    let paper = Paper()
    print("one", by: try PrinterCourier(paper))
    print("two", by: paper)
    #expect(paper.lines == ["one", "two"])
  }

  @inline(never)
  private func add(_ count: Int, at desk: any Offices.Desk) -> Int? { desk.add(count) }

  @Test("Also in another type")
  func nested() throws {
    let clerk = Office.Clerk()
    #expect(add(1, at: try Offices.DeskCourier(clerk, clerk)) == 2)
  }

  @inline(never)
  private func read(_ meter: any Meter) async -> Int? { await meter.read() }

  @Test("Also in one file")
  func ofFile() async throws {
    #expect(await read(try MeterCourier(Dial())) == 7)
  }

  @inline(never)
  private func light(_ lamp: any Lamp) -> Int? { lamp.light() }

  @Test("Also extensible, with advice")
  func extensible() throws {
    let courier = try LampCourier(Bulb())
    let token = try LampExtension<LampCourier>.joinPoints.light.around { _, proceed in
      proceed().map { $0 + 1 }
    }
    #expect(light(courier) == 61)
    try token.remove()
    #expect(light(courier) == 60)
  }
}
