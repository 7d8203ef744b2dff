// SPDX-License-Identifier: Apache-2.0

import RequirementProtocols

struct NumberShelf: Shelf {
  typealias Item = Int
  let stock: [Int]
}

class Box: Holder {}
final class Crate: Box {}

final class Heifer: Calf {}

actor Tally: Counter {
  var count = 0
}

struct Window: Panel {}

struct Birds: Catalogue {
  let id = 7
  func makeIterator() -> IndexingIterator<[String]> { ["owl", "emu"].makeIterator() }
}

struct Pass: Badge {
  typealias Label = Int
  var stored = MethodsError()
}

struct File: Resource, ~Copyable {}

struct NestedSubject: Outer.Nested {}

struct OverloadsSubject: Overloads {}

extension Checks {
  /// Associated types, and `Self` as a parameter and result.
  mutating func shelves() {
    func check<Subject: Shelf>(_ shelf: Subject) where Subject.Item == Int {
      equal(shelf.items, [1, 2, 3])
      equal(shelf.first { $0 > 1 }, 2)
      equal(shelf.twin().items, [1, 2, 3])
      equal(shelf.matches(shelf), true)
    }
    let shelf = NumberShelf(stock: [1, 2, 3])
    check(shelf)
    equal(shelf.twin().first { $0 > 2 }, 3)
    let existential: any Shelf<Int> = shelf
    equal(existential.items, [1, 2, 3])
    equal(existential.twin().first { $0 > 1 }, 2)
  }

  /// Types of protocols that the protocol refines.
  mutating func refined() {
    func check<Subject: Catalogue>(_ birds: Subject) where Subject.Element == String {
      birds.favourite = "owl"
      equal(birds.favourite, "owl")
      equal(birds.items { $0 != "owl" }, ["emu"])
    }
    let birds = Birds()
    check(birds)
    equal(birds.item(7), "owl")
    equal(birds.item(8), nil)
    let existential: any Catalogue = birds
    equal(existential.favourite as? String, "owl")

    func check(_ badge: inout some Badge) {
      var error = MethodsError()
      error.code = 9
      badge.error = error
      equal(badge.error.code, 9)
      equal(badge.errors([error]).count, 1)
      equal(try? badge.checked(error), error)
      equal(try? badge.checked(nil), nil)
      equal(badge.described([error]).count, 1)
    }
    var pass = Pass()
    check(&pass)
    equal(pass.issue(pass.stored, for: 1).code, 9)
    var badge: any Badge = Pass()
    badge.error = pass.error
    equal(badge.error.code, 9)
  }

  /// Class-bound protocols go by the object's class.
  mutating func holders() {
    let objects: [any Holder] = [Box(), Crate()]
    equal(objects.map { $0.describe() }, ["Box holds nothing", "Crate holds nothing"])
    objects[0].held = "something"
    equal(objects[0].held, "nothing")
    let box: Box = Crate()
    equal(box.describe(), "Crate holds nothing")
  }

  /// Who answers goes by the type that the compiler sees, which all in the array are.
  mutating func herds() {
    func weigh<Subject: Grazing>(_ subject: Subject, _ others: [Subject]) -> String {
      subject.weigh(among: others)
    }
    let (cow, calf, heifer) = (Cow(name: "A"), Calf(name: "B", age: 1), Heifer(name: "C", age: 2))
    let mixed: [Cow] = [cow, calf, heifer]
    for subject in mixed {
      equal(subject.weigh(among: mixed), "cow A B C")
      equal(weigh(subject, mixed), "cow A B C")
    }
    let calves: [Calf] = [calf, heifer]
    for subject in calves {
      equal(subject.weigh(among: calves), "calf [1, 2], cow B C")
      equal(weigh(subject, calves), "calf [1, 2], cow B C")
      equal(subject.weigh(among: [heifer]), "calf [2], cow C")
    }
    equal(heifer.weigh(among: [heifer]), "calf [2], cow C")
    equal(cow + mixed, 4)
    equal(heifer + [heifer], 2)
  }

  mutating func actors() async {
    func increment(_ counter: some Counter) async -> Int { await counter.increment() }
    let tally = Tally()
    equal(await tally.increment(), 1)
    equal(await increment(tally), 2)
    equal(await (tally as any Counter).add(5), 7)
    equal(tally.label(), "a counter")
  }

  @MainActor
  mutating func panels() {
    func show(_ panel: some Panel) -> String { panel.show() }
    equal(Window().show(), "[untitled]")
    equal(show(Window()), "[untitled]")
    equal((Window() as any Panel).title, "untitled")
  }

  mutating func resources() {
    func close(_ resource: consuming some Resource & ~Copyable) -> String { resource.close() }
    var file = File()
    file.advance()
    equal(file.peek(), 5)
    equal(File.kind(), "resource")
    equal(file.close(), "closed")
    equal(close(File()), "closed")
  }

  /// Told apart by labels, by types and by static.
  mutating func overloads() {
    func check<Subject: Overloads>(_ subject: Subject) {
      equal(subject.f(1), "int")
      equal(subject.f("a"), "typed string")
      equal(subject.f(label: 1), "label")
      equal(Subject.f(1), "static")
    }
    check(OverloadsSubject())
    equal(OverloadsSubject().f("a"), "typed string")
    equal((OverloadsSubject() as any Overloads).f(1), "int")
    equal(NestedSubject().inner(), "inner")
  }
}
