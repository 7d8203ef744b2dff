// SPDX-License-Identifier: Apache-2.0

import Graft
import RequirementProtocols

private nonisolated(unsafe) var spareNumber = 0

@Extension
final class MethodsDefault<Subject: Methods>: MethodsExtension<Subject> {
  override func plain(_ subject: Subject, _ text: String, times: Int) -> String {
    String(repeating: text, count: times)
  }
  override func change(_ subject: inout Subject, by amount: Int) {
    subject.changes += amount
  }
  override func make(_ subject: Subject.Type) -> String { "made" }
  override func refuse(_ subject: Subject) throws -> Int { throw Refusal(text: "no") }
  override func refuseTyped(_ subject: Subject) throws(MethodsError) -> Int { throw MethodsError() }
  override func later(_ subject: Subject) async -> Int {
    await Task.yield()
    return 3
  }
  override func laterOrNever(_ subject: Subject, _ flag: Bool) async throws -> Int {
    await Task.yield()
    if flag { throw Refusal(text: "never") }
    return 4
  }
  override func generic<Value: Hashable>(
    _ subject: Subject, _ value: Value, _ other: Value
  ) -> Bool where Value: Sendable { value == other }
  override func opaque(_ subject: Subject, _ value: some CustomStringConvertible) -> String {
    value.description
  }
  override func swap(_ subject: Subject, _ value: inout Int) { value = -value }
  override func lazily(_ subject: Subject, _ value: @autoclosure () -> Int) -> Int { value() + 1 }
  override func apply(_ subject: Subject, _ body: (Int) -> Int) -> Int { body(20) }
  override func keep(_ subject: Subject, _ body: @escaping () -> Int) -> () -> Int { body }
  override func sum(_ subject: Subject, _ values: [Int]) -> Int { values.reduce(0, +) }
  override func take(_ subject: Subject, _ value: consuming [Int]) -> Int { value.count }
  override func look(_ subject: Subject, _ value: borrowing [Int]) -> Int { value.count }
  override func sum(
    _ subject: Subject, lent value: borrowing Int, _ other: borrowing any Equatable
  ) -> Int { value + 1 }
  override func lent(_ subject: Subject) -> String { "lent" }
  override func spent(_ subject: Subject) -> String { "spent" }
  override func map(_ subject: Subject, _ body: (Int) throws -> Int) rethrows -> Int { try body(5) }
  override func nothing(_ subject: Subject) {}
  override func ticket(_ subject: Subject, _ number: Int) -> Ticket { Ticket(number: number) }
  override func ticketOrRefuse(_ subject: Subject, _ number: Int) throws -> Ticket {
    if number == 0 { throw Refusal(text: "none") }
    return Ticket(number: number)
  }
  override func ticketOrTyped(
    _ subject: Subject, _ number: Int
  ) throws(MethodsError) -> Ticket {
    if number == 0 { throw MethodsError() }
    return Ticket(number: number)
  }
  override func ticket(_ subject: Subject) -> Ticket { Ticket(number: subject.changes) }
  override func spare(_ subject: Subject) -> Ticket { Ticket(number: spareNumber) }
  override func setSpare(_ subject: Subject, _ newValue: consuming Ticket) {
    spareNumber = newValue.number
  }
  override func `subscript`(_ subject: Subject, spare number: Int) -> Ticket {
    Ticket(number: number + subject.changes)
  }
  override func setSubscript(
    _ subject: inout Subject, _ newValue: consuming Ticket, spare number: Int
  ) { subject.changes = newValue.number * number }
}

private nonisolated(unsafe) var membersLimit = 10

@Extension
final class MembersDefault<Subject: Members>: MembersExtension<Subject> {
  override func title(_ subject: Subject) -> String { "titled \(subject.level)" }
  override func level(_ subject: Subject) -> Int { subject.stored["level"] ?? 0 }
  override func setLevel(_ subject: inout Subject, _ newValue: Int) {
    subject.stored["level"] = newValue
  }
  override func distant(_ subject: Subject) async throws -> Int { 99 }
  override func stubborn(_ subject: inout Subject) -> Int {
    subject.stored["asked", default: 0] += 1
    return subject.stored["asked"]!
  }
  override func setStubborn(_ subject: Subject, _ newValue: Int) {}
  override func limit(_ subject: Subject.Type) -> Int { membersLimit }
  override func setLimit(_ subject: Subject.Type, _ newValue: Int) { membersLimit = newValue }
  override func `subscript`(_ subject: Subject, _ index: Int) -> String { "#\(index)" }
  override func `subscript`(_ subject: Subject, key: String) -> Int { subject.stored[key] ?? -1 }
  override func setSubscript(_ subject: inout Subject, _ newValue: Int, key: String) {
    subject.stored[key] = newValue
  }
  override func `init`(_ subject: Subject.Type, level: Int) -> Subject {
    var made = subject.init()
    made.level = level
    return made
  }
  override func `init`(_ subject: Subject.Type, text: String) throws -> Subject? {
    if text == "bad" { throw Refusal(text: text) }
    return Int(text).map { subject.init(level: $0) }
  }
  override func `operator +`(
    _ subject: Subject.Type, _ first: Subject, _ second: Subject
  ) -> Subject { subject.init(level: first.level + second.level) }
  override func `operator prefix -`(_ subject: Subject.Type, _ value: Subject) -> Subject {
    subject.init(level: -value.level)
  }
  override func `operator ==`(
    _ subject: Subject.Type, _ first: Subject, _ second: Subject
  ) -> Bool { first.level == second.level }
}

@Extension
final class ShelfDefault<Subject: Shelf>: ShelfExtension<Subject> {
  override func items(_ subject: Subject) -> [Subject.Item] { subject.stock }
  override func first(_ subject: Subject, where matches: (Subject.Item) -> Bool) -> Subject.Item? {
    subject.items.first(where: matches)
  }
  override func twin(_ subject: Subject) -> Subject { subject }
  override func matches(_ subject: Subject, _ other: Subject) -> Bool {
    subject.items == other.items
  }
}

@Extension
final class HolderDefault<Subject: Holder>: HolderExtension<Subject> {
  override func held(_ subject: Subject) -> String { "nothing" }
  override func setHeld(_ subject: Subject, _ newValue: String) {}
  override func describe(_ subject: Subject) -> String {
    "\(type(of: subject)) holds \(subject.held)"
  }
}

@Extension
final class CowGrazing<Subject: Grazing & Cow>: GrazingExtension<Subject> {
  override func weigh(_ subject: Subject, among others: [Subject]) -> String {
    "cow " + others.map(\.name).joined(separator: " ")
  }
  override func `operator +`(
    _ subject: Subject.Type, _ first: Subject, _ second: [Subject]
  ) -> Int { second.count + 1 }
}

/// Reads what only its own subjects have.
@Extension
final class CalfGrazing<Subject: Grazing & Calf>: GrazingExtension<Subject> {
  override func weigh(_ subject: Subject, among others: [Subject]) -> String {
    "calf \(others.map(\.age)), " + super.weigh(subject, among: others)
  }
}

@Extension
final class CounterDefault<Subject: Counter>: CounterExtension<Subject> {
  override func increment(_ subject: isolated Subject) -> Int {
    subject.count += 1
    return subject.count
  }
  override func add(_ subject: isolated Subject, _ amount: Int) async -> Int {
    subject.count += amount
    return subject.count
  }
  override func label(_ subject: Subject) -> String { "a counter" }
}

@Extension
final class PanelDefault<Subject: Panel>: PanelExtension<Subject> {
  override func title(_ subject: Subject) -> String { "untitled" }
  override func show(_ subject: Subject) -> String { "[\(subject.title)]" }
}

@Extension
final class ResourceDefault<Subject: Resource & ~Copyable>: ResourceExtension<Subject> {
  override func peek(_ subject: borrowing Subject) -> Int { 5 }
  override func advance(_ subject: inout Subject) {}
  override func close(_ subject: consuming Subject) -> String { "closed" }
  override func kind(_ subject: Subject.Type) -> String { "resource" }
}

@Extension
final class NestedDefault<Subject: Outer.Nested>: Outer.NestedExtension<Subject> {
  override func inner(_ subject: Subject) -> String { "inner" }
}

@Extension
final class OverloadsDefault<Subject: Overloads>: OverloadsExtension<Subject> {
  override func f(_ subject: Subject, _ value: Int) -> String { "int" }
  override func f(_ subject: Subject, _ value: String) -> String { "string" }
  override func f(_ subject: Subject, label value: Int) -> String { "label" }
  override func f(_ subject: Subject.Type, _ value: Int) -> String { "static" }
}

@Extension(priority: 1, typed: true)
final class OverloadsOfStrings<Subject: Overloads>: OverloadsExtension<Subject> {
  override func f(_ subject: Subject, _ value: String) -> String {
    "typed " + super.f(subject, value)
  }
}

@Extension
final class AnyCatalogue<Subject: Catalogue>: CatalogueExtension<Subject> {
  override func favourite(_ subject: Subject) -> Subject.Element? { subject.first { _ in true } }
  override func setFavourite(_ subject: Subject, _ newValue: Subject.Element?) {}
  override func item(_ subject: Subject, _ id: Subject.ID) -> Subject.Element? {
    id == subject.id ? subject.favourite : nil
  }
  override func items(
    _ subject: Subject, where matches: (Subject.Element) throws -> Bool
  ) rethrows -> [Subject.Element] { try subject.filter(matches) }
}

@Extension
final class AnyBadge<Subject: Badge>: BadgeExtension<Subject> {
  override func error(_ subject: Subject) -> MethodsError { subject.stored }
  override func setError(_ subject: inout Subject, _ newValue: MethodsError) {
    subject.stored = newValue
  }
  override func issue(
    _ subject: Subject, _ error: MethodsError, for label: Subject.Label
  ) -> MethodsError { error }
  override func errors<Code: Sequence>(
    _ subject: Subject, _ codes: Code
  ) -> [MethodsError] where Code.Element == MethodsError { Array(codes) }
  override func checked(
    _ subject: Subject, _ error: MethodsError?
  ) throws(MethodsError) -> MethodsError {
    guard let error else { throw MethodsError() }
    return error
  }
  override func described(
    _ subject: Subject, _ value: some Collection<MethodsError>
  ) -> any Collection<MethodsError> { value }
}
