// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization

// Subjects for tests of advice. Each test that installs advice has a subject type of
// its own, so that tests can run at one time.

struct Refused: Error, Hashable {
  let reason: String
}

struct Block: Hashable, Sendable {
  var a = 1
  var b = 2
  var c = 3
  var d = 4
}

final class Ticket: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@Extensible
protocol Desk {
  func greet(_ other: String) -> String
  func price(_ count: Int, of unit: Double) -> Double
  func block(_ block: Block) -> Block
  func ticket() -> Ticket
  func admit(_ name: String) throws -> Int
  func serve(_ name: String) async throws -> String
  func refuse(_ name: String) throws(Refused)
  mutating func rename(_ name: String) -> String
  static func motto(_ suffix: String) -> String
  var name: String { get set }
  subscript(_ index: Int) -> String { get }
  func each(_ body: (Int) -> Void)
  func same<Value>(_ value: Value) -> Value
}

@Extension
final class DeskWork<Subject: Desk>: DeskExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }
  override func price(_ subject: Subject, _ count: Int, of unit: Double) -> Double {
    Double(count) * unit
  }
  override func block(_ subject: Subject, _ block: Block) -> Block { block }
  override func ticket(_ subject: Subject) -> Ticket { Ticket(7) }
  override func admit(_ subject: Subject, _ name: String) throws -> Int {
    if name.isEmpty { throw Refused(reason: "no name") }
    return name.count
  }
  override func serve(_ subject: Subject, _ name: String) async throws -> String {
    await Task.yield()
    if name.isEmpty { throw Refused(reason: "no name") }
    return "served \(name)"
  }
  override func refuse(_ subject: Subject, _ name: String) throws(Refused) {
    if name == "Eve" { throw Refused(reason: name) }
  }
  override func rename(_ subject: inout Subject, _ name: String) -> String {
    subject.name = name
    return name
  }
  override func motto(_ subject: Subject.Type, _ suffix: String) -> String { "next\(suffix)" }
  override func name(_ subject: Subject) -> String { "nobody" }
  override func setName(_ subject: inout Subject, _ newValue: String) {}
  override func `subscript`(_ subject: Subject, _ index: Int) -> String { "line \(index)" }
  override func each(_ subject: Subject, _ body: (Int) -> Void) { for i in 0..<3 { body(i) } }
  override func same<Value>(_ subject: Subject, _ value: Value) -> Value { value }
}

/// What advice did, from any thread.
final class Log: Sendable {
  private let kept = Mutex<[String]>([])

  func add(_ line: String) { kept.withLock { $0.append(line) } }
  var lines: [String] { kept.withLock { $0 } }

  /// And forgets it.
  func take() -> [String] {
    kept.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
