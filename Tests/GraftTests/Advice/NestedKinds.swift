// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization

// Requirements of every kind that calls reach in their own way, and pointcuts for them. Each
// gives a text, so that a value that went astray shows.

@Extensible
protocol Nested {
  func plain(_ text: String, _ number: Int) -> String
  func silent() -> String
  func throwing(_ text: String) throws -> String
  func typed(_ text: String) throws(Refused) -> String
  func waiting(_ text: String) async -> String
  func waitingThrowing(_ text: String, _ number: Int) async throws -> String
  mutating func change(_ text: String) -> String
  mutating func changeThrowing(_ text: String) throws -> String
  mutating func changeWaiting(_ text: String) async -> String
  static func kind(_ text: String) -> String
  var title: String { get set }
  var notes: String { get }
  subscript(_ row: String) -> String { get set }
  init(made text: String)
  func raise(_ text: inout String) -> String
  func each(_ body: (String) -> String) -> String
  func many(_ a: String, _ b: Int, _ c: [String], _ d: Bool, _ e: String) -> String
  @MainActor func shown(_ text: String) -> String
}

@Extension
final class NestedWork<Subject: Nested>: NestedExtension<Subject> {
  override func plain(_: Subject, _ text: String, _ number: Int) -> String { "\(text)\(number)" }
  override func silent(_: Subject) -> String { "silent" }
  override func throwing(_: Subject, _ text: String) throws -> String {
    if text == "Eve" { throw Refused(reason: text) }
    return "threw " + text
  }
  override func typed(_: Subject, _ text: String) throws(Refused) -> String { "typed " + text }
  override func waiting(_: Subject, _ text: String) async -> String {
    await Task.yield()
    return "waited " + text
  }
  override func waitingThrowing(
    _: Subject, _ text: String, _ number: Int
  ) async throws -> String {
    await Task.yield()
    return "\(text) \(number)"
  }
  override func change(_ subject: inout Subject, _ text: String) -> String {
    subject.title = text
    return "changed " + text
  }
  override func changeThrowing(_ subject: inout Subject, _ text: String) throws -> String {
    subject.title = text
    return "changed, could throw, " + text
  }
  override func changeWaiting(_ subject: inout Subject, _ text: String) async -> String {
    await Task.yield()
    subject.title = text
    return "changed later " + text
  }
  override func kind(_: Subject.Type, _ text: String) -> String { "kind of " + text }
  override func title(_: Subject) -> String { "untitled" }
  override func setTitle(_: inout Subject, _ newValue: String) {}
  override func notes(_: Subject) -> String { "notes" }
  override func `subscript`(_: Subject, _ row: String) -> String { "row " + row }
  override func setSubscript(_ subject: inout Subject, _ newValue: String, _ row: String) {
    subject.title = row + newValue
  }
  override func `init`(_: Subject.Type, made text: String) -> Subject {
    var made = NestedValue()
    made.title = "made " + text
    return made as! Subject
  }
  override func raise(_: Subject, _ text: inout String) -> String {
    text += "+"
    return "raised " + text
  }
  override func each(_: Subject, _ body: (String) -> String) -> String { body("each") }
  override func many(
    _: Subject, _ a: String, _ b: Int, _ c: [String], _ d: Bool, _ e: String
  ) -> String { "\(a)\(b)\(c)\(d)\(e)" }
  override func shown(_: Subject, _ text: String) -> String { "shown " + text }
}

@Extensible
protocol NestedActor: Actor {
  func count(_ text: String) -> String
  func wait(_ text: String) async throws -> String
}

@Extension
final class NestedActorWork<Subject: NestedActor>: NestedActorExtension<Subject> {
  override func count(_: isolated Subject, _ text: String) -> String { "counted " + text }
  override func wait(_: isolated Subject, _ text: String) async throws -> String {
    await Task.yield()
    return "waited for " + text
  }
}

/// A value, which is what advice runs for.
struct NestedValue: Nested {
  var title = "value"
}

/// An object, which single advice can be for.
final class NestedObject: Nested {
  var title = "object"
  init() {}
}

actor NestedDesk: NestedActor {}

/// What advice of these tests did; they run one after the other.
let nestedLog = Log()

@Advice(protocols: "Nested*", requirements: "*", priority: 3)
final class OuterCut: PointcutAdvice {
  override func before(_ call: AdvisedCall) { nestedLog.add("<0") }
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) { nestedLog.add("0>") }
}

@Advice(protocols: "Nested*", requirements: "*", priority: 2)
final class MiddleCut: PointcutAdvice {
  override func before(_ call: AdvisedCall) { nestedLog.add("<1") }
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) { nestedLog.add("1>") }
}

@Advice(protocols: "Nested*", requirements: "*", priority: 1)
final class InnerCut: PointcutAdvice {
  override func before(_ call: AdvisedCall) { nestedLog.add("<2") }
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) { nestedLog.add("2>") }
}
