// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols
import RandomSubjects

// The subjects of the other worlds, two of each type.

extension Subjects {
  @inline(__always)
  private mutating func worker<Type: Worker & SendableMetatype>(
    _ make: (Int) -> Type, _ traits: String...
  ) {
    // Requirements of actors have join points of the type only.
    let type = SubjectType(Type.self, of: .workers, traits: traits, isClass: true) { advice, _ in
      try installAdvice(advice, at: WorkerExtension<Type>.joinPoints)
    }
    add(type) { first in
      (first...first + 1).map { number in
        let worker = make(number)
        return Subject(number: number, type: type, references: references(to: worker, type))
      }
    }
  }

  mutating func addWorkers() {
    worker { Desk(number: $0) }
    worker({ Clerk(number: $0) }, "Named", "Aged")
    worker({ Booth<Int>(number: $0) }, "Named", "Aged")
    worker({ Booth<any Speaker>(number: $0) }, "Aged")
  }

  @inline(__always)
  private mutating func window<Type: Window>(
    _ make: (Int) -> Type, _ traits: [String] = [], isolated: [String] = [],
    under superclasses: [Any.Type] = []
  ) {
    let type = SubjectType(
      Type.self, of: .screens, superclasses: superclasses.map { String(reflecting: $0) },
      traits: traits, isolated: isolated, isClass: true
    ) { advice, _ in
      // Those of a global actor that change the subject, too.
      try installAdvice(advice, at: ScreenExtension<Type>.joinPoints)
    }
    add(type, isNewFamily: superclasses.isEmpty) { [self] first in
      (first...first + 1).map { number in
        let window = make(number)
        let inherited =
          superclasses.isEmpty
          ? [] : references(to: window as Window, as: "Window", self.type(Window.self))
        return Subject(
          number: number, type: type, references: references(to: window, type) + inherited)
      }
    }
  }

  mutating func addScreens() {
    let pane = SubjectType(Pane.self, of: .screens, traits: []) { advice, _ in
      try installAdvice(advice, at: ScreenExtension<Pane>.joinPoints)
    }
    add(pane) { first in
      (first...first + 1).map {
        Subject(number: $0, type: pane, references: references(to: Pane(number: $0), pane))
      }
    }
    window { Window(number: $0) }
    window({ Dialog(number: $0) }, ["Named"], under: [Window.self])
    window({ Sheet(number: $0) }, isolated: ["Lit"], under: [Window.self])
    window({ Banner(number: $0) }, ["Named", "Lit"], under: [Window.self])
  }

  @inline(__always)
  private mutating func handle<Type: Handle & SendableMetatype>(
    _: Type.Type, _ make: (Int) -> Type, _ traits: [String] = [],
    under superclasses: [Any.Type] = [],
    also other: (Type, Type, Subjects) -> [Reference] = { _, _, _ in [] }
  ) {
    let type = SubjectType(
      Type.self, of: .handles, superclasses: superclasses.map { String(reflecting: $0) },
      traits: traits, isClass: true
    ) { advice, scope in
      try scope == .subclasses
        ? installAdvice(advice, at: HandleExtension<Type>.joinPointsWithSubclasses)
        : installAdvice(
          advice, at: .init(_scope: HandleExtension<Type>.joinPoints._scope),
          ofType: HandleExtension<Type>.joinPoints)
    }
    add(type, isNewFamily: superclasses.isEmpty) { [self] first in
      let two = [make(first), make(first + 1)]
      return [0, 1].map { index in
        let owned = Owned(two[index])
        return Subject(
          number: first + index, type: type,
          references: references(to: two[index], and: two[1 - index], type)
            + other(two[index], two[1 - index], self)
        ) {
          try installAdvice($0, at: HandleExtension<Type>.joinPoints(of: owned.value))
        }
      }
    }
  }

  mutating func addHandles() {
    // The other one is of another class than the subject.
    let stranger = Latch(number: 999)
    let asGrip = { (subject: Grip, other: Grip, all: Subjects) in
      references(to: subject, and: stranger as Grip, as: "Grip", all.type(Grip.self))
    }
    handle(Grip.self, { Grip(number: $0) }, ["Grip"])
    handle(Lever.self, { Lever(number: $0) }, ["Grip", "Named"], under: [Grip.self], also: asGrip)
    handle(
      Knob.self, { Knob(number: $0) }, ["Grip", "Named", "Aged"], under: [Grip.self, Lever.self]
    ) {
      references(to: $0 as Lever, and: $1 as Lever, as: "Lever", $2.type(Lever.self))
        + asGrip($0, $1, $2)
    }
    handle(Latch.self, { Latch(number: $0) }, ["Grip", "Aged"], under: [Grip.self], also: asGrip)
    handle(Hook<Int>.self, { Hook<Int>(number: $0) }, ["Named"])
    handle(Hook<any Handle>.self, { Hook<any Handle>(number: $0) })
  }

  @inline(__always)
  private mutating func maker<Type: Maker & SendableMetatype>(_: Type.Type, _ traits: String...) {
    let type = SubjectType(Type.self, of: .makers, traits: traits) { advice, _ in
      try installAdvice(advice, at: MakerExtension<Type>.joinPoints)
    }
    add(type) { first in
      let two = [Type(number: first), Type(number: first + 1)]
      return [0, 1].map {
        Subject(
          number: first + $0, type: type,
          references: references(to: two[$0], and: two[1 - $0], type))
      }
    }
  }

  mutating func addMakers() {
    maker(Coin.self, "Named")
    maker(Crate<String>.self, "Named")
    maker(Crate<Parcel>.self, "Named", "Item: Sealed", "Item == Parcel")
    maker(Mould.self, "Item: Sealed", "Item == Parcel")
  }

  @inline(__always)
  private mutating func token<Type: Token & SendableMetatype & ~Copyable>(
    _ make: @escaping @Sendable (Int) -> Type, _ traits: String...
  ) {
    let type = SubjectType(Type.self, of: .tokens, traits: traits)
    add(type) { first in
      (first...first + 1).map { number in
        Subject(number: number, type: type, references: references({ make(number) }, type))
      }
    }
  }

  mutating func addTokens() {
    token { Ticket(number: $0) }
    token({ Stub(number: $0) }, "Stamped")
    token({ Holder<Int>(number: $0) }, "Stamped")
    token({ Holder<Ticket>(number: $0) }, "Stamped")
    token({ Chip(number: $0) }, "Stamped")
  }
}
