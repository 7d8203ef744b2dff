// SPDX-License-Identifier: Apache-2.0

import CourierProtocols
import GraftCourier

/// Conforms to the courier's protocol.
final class Table: DataDelegate {
  let log: Log
  let name: String
  let rows: Int

  init(_ name: String = "table", rows: Int = 0, _ log: Log = Log()) {
    (self.name, self.rows, self.log) = (name, rows, log)
  }

  var isZoomable: Bool { false }
  func didScroll(to offset: Int) { log.lines.append("\(name) \(offset)") }
  func didSelect(_ row: Int) { log.lines.append("\(name) row \(row)") }
  func numberOfRows(in section: Int) -> Int { rows + section }
}

/// Conforms to an ancestor.
final class Ruler: ScrollDelegate {
  let log: Log

  init(_ log: Log) { self.log = log }

  var isZoomable: Bool { true }
  func didScroll(to offset: Int) { log.lines.append("ruler \(offset)") }
}

/// A courier that does something when it is asked for its receivers.
final class AskedCourier: ScrollDelegate, Courier {
  private let own = CourierReceivers<Any>(of: (any ScrollDelegate).self, CourierPolicy())
  var action: () -> Void = {}

  var receivers: CourierReceivers<Any> {
    action()
    return own
  }
}

/// Conforms to none.
final class Stranger {}

/// A value with answers of its own.
struct Sage: Kinds {
  var name: String
  var answer: String?
  var refuses = false
  var log = Log()

  init(_ name: String, answer: String? = nil, refuses: Bool = false, _ log: Log = Log()) {
    (self.name, self.answer, self.refuses, self.log) = (name, answer, refuses, log)
  }

  private func refuse() throws(Refusal) {
    log.lines.append(name)
    if refuses { throw Refusal(reason: name) }
  }

  var title: String { name }
  var load: Int {
    get async throws {
      await Task.yield()
      try refuse()
      return name.count
    }
  }
  subscript(row: Int) -> String? { answer.map { "\($0) \(row)" } }
  func tell(_ text: String) throws { try refuse() }
  func ask(_ text: String) throws -> String {
    try refuse()
    return "\(name): \(text)"
  }
  func parse(_ text: String) throws(Refusal) -> Int {
    try refuse()
    return text.count
  }
  func parse(_ number: Int) -> Int { number + name.count }
  func fill(_ numbers: inout [Int]) { numbers.append(numbers.count) }
  func note(_ text: @autoclosure () -> String) { log.lines.append("\(name) \(text())") }
  func each(_ body: (Int) throws -> Void) rethrows { try body(name.count) }
  func echo<Value>(_ value: Value) -> [Value] { [value] }
  func wait(_ text: String) async -> String {
    log.lines.append("\(name) begins")
    await Task.yield()
    log.lines.append("\(name) ends")
    return "\(name) \(text)"
  }
  func `switch`(`in` first: Int, _ second: Int) -> Int { first * 10 + second }
}
