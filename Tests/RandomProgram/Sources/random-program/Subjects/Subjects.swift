// SPDX-License-Identifier: Apache-2.0

import CRandom
import Graft
import RandomProtocols
import RandomSubjects

/// All subjects, two of each type.
struct Subjects {
  private(set) var all: [Subject] = []
  private(set) var types: [SubjectType] = []
  /// Types that no call or advice of another family concerns.
  private(set) var families: [[Int]] = []

  /// Adds a type with its subjects, which begins a family unless it is another's subclass.
  mutating func add(
    _ type: SubjectType, isNewFamily: Bool = true, _ subjects: (Int) -> [Subject]
  ) {
    types.append(type)
    if isNewFamily { families.append([]) }
    let new = subjects(all.count)
    families[families.count - 1] += all.count..<(all.count + new.count)
    all += new
  }

  func type<Type>(_: Type.Type) -> SubjectType {
    types.first { $0.name == String(reflecting: Type.self) }!
  }

  @inline(__always)
  private mutating func values<Type: Speaker & Numbered & SendableMetatype>(
    _: Type.Type, _ traits: String..., isolated: [String] = [], counts: Bool = true,
    concrete: (@Sendable (Advice) throws -> AdviceToken?)? = nil
  ) {
    let name = String(reflecting: Type.self)
    let type = SubjectType(
      Type.self, of: .speakers, traits: traits, isolated: isolated, counts: counts
    ) { advice, _ in
      if let token = try concrete?(advice) { return token }
      return switch advice.id % 3 {
      case 0: try installAdvice(advice, at: SpeakerJoinPoints.type(Type.self)) { $0.number }
      case 1 where !name.contains("<") && !name.hasPrefix("__C."):
        try installAdvice(advice, at: SpeakerJoinPoints.type(named: name)) { $0.number }
      default: try installAdvice(advice, at: SpeakerExtension<Type>.joinPoints) { $0.number }
      }
    }
    add(type) { first in
      (first...first + 1).map { number in
        Subject(
          number: number, type: type, references: references(to: Type(number: number), type))
      }
    }
  }

  @inline(__always)
  private mutating func objects<Type: Speaker & AnyObject & SendableMetatype>(
    _: Type.Type, _ make: (Int) -> Type, _ traits: [String], under superclasses: [Any.Type] = [],
    isNewFamily: Bool = false, concrete: (@Sendable (Advice) throws -> AdviceToken?)? = nil,
    also other: (Type, Subjects) -> [Reference] = { _, _ in [] }
  ) {
    let type = SubjectType(
      Type.self, of: .speakers, superclasses: superclasses.map { String(reflecting: $0) },
      traits: traits, isClass: true
    ) { advice, scope in
      if scope == .subclasses {
        return try installAdvice(advice, at: SpeakerExtension<Type>.joinPointsWithSubclasses) {
          $0.number
        }
      }
      if let token = try concrete?(advice) { return token }
      return try installAdvice(advice, at: SpeakerExtension<Type>.joinPoints) { $0.number }
    }
    add(type, isNewFamily: isNewFamily) { [self] first in
      (first...first + 1).map { number in
        let object = make(number)
        let owned = Owned(object)
        return Subject(
          number: number, type: type,
          references: references(to: object, type) + other(object, self)
        ) { advice in
          try installAdvice(advice, at: SpeakerExtension<Type>.joinPoints(of: owned.value)) {
            $0.number
          }
        }
      }
    }
  }

  init(with plugin: Plugin?) {
    values(Small1.self, counts: false)
    values(Pair.self, "Named", concrete: { try installOnPair($0) })
    values(Heap.self, "Aged")
    values(Large.self, "Host", "Named", "Aged")
    values(Choice.self, "Named")
    values(CPoint.self, "Aged")
    values(Box<Int>.self, "Named")
    values(Box<String>.self, "Named")
    values(Box<Pair>.self, "Aged")
    values(Box<Box<Large>>.self, "Aged")
    values(Box<() -> Void>.self)
    values(Box<AnyObject>.self)
    values(Either<Int, String>.self, "Host", "Aged")
    values(Either<String, Int>.self, "Host")
    values(Either<Heap, any Speaker>.self, "Host")
    values(Duration.self, "Host", counts: false)
    values(Lamp.self, "Named", "Lit")
    values(Gauge.self, isolated: ["Lit", "Named"])
    values(EmptyPack.self, "Named")
    values(Pack<Int>.self, "Named")
    values(Pack<Int, String, Heap>.self, "Named")
    values(Pack<Pack<Int>, Box<String>>.self, "Named")
    addAnimals()
    addRoots()
    addShelves()
    objects(Cell<Int>.self, { Cell<Int>(number: $0) }, ["Named", "Host"], isNewFamily: true)
    objects(Cell<String>.self, { Cell<String>(number: $0) }, ["Named", "Host"], isNewFamily: true)
    objects(Cell<any Speaker>.self, { Cell<any Speaker>(number: $0) }, [], isNewFamily: true)
    objects(Cell<Animal>.self, { Cell<Animal>(number: $0) }, [], isNewFamily: true)
    addView()
    addWorkers()
    addScreens()
    addHandles()
    addMakers()
    addTokens()
    if let plugin { addVisitor(of: plugin) }
  }

  /// What the plug-in brings. Its type is known at run time only.
  private mutating func addVisitor(of plugin: Plugin) {
    let name = "RandomPlugin.Visitor"
    func type<Type>(_: Type.Type, _ install: @escaping SubjectType.Install) -> SubjectType {
      SubjectType(
        Type.self, of: .speakers, traits: ["Named"], isOfPlugin: true, install: install)
    }
    let type = type(plugin.visitor) { advice, _ in
      try installAdvice(advice, at: SpeakerJoinPoints.type(named: name)) { $0.number }
    }
    add(type) { first in
      (first...first + 1).map {
        Subject(
          number: $0, type: type,
          references: references(toAny: plugin.visitor.init(number: $0), type))
      }
    }
  }

  /// Its advice waits for the name: its conformance is the main actor's, and this code is not.
  private mutating func addView() {
    let type = SubjectType(
      View.self, of: .speakers, traits: ["Aged", "Lit"], isOnMainActor: true
    ) { advice, _ in
      try installAdvice(advice, at: SpeakerJoinPoints.type(named: "RandomSubjects.View")) {
        $0.number
      }
    }
    add(type) { first in
      (first...first + 1).map {
        Subject(number: $0, type: type, references: references(to: View(number: $0), type))
      }
    }
  }

  private mutating func addAnimals() {
    let asAnimal = { (animal: Animal, all: Subjects) in
      references(to: animal, as: "Animal", all.type(Animal.self))
    }
    objects(Animal.self, { Animal(number: $0) }, ["Animal"], isNewFamily: true)
    objects(
      Dog.self, { Dog(number: $0) }, ["Animal", "Named"], under: [Animal.self], also: asAnimal)
    objects(
      Puppy.self, { Puppy(number: $0) }, ["Animal", "Named", "Aged"],
      under: [Animal.self, Dog.self], concrete: { try installOnPuppy($0) },
      also: { references(to: $0 as Dog, as: "Dog", $1.type(Dog.self)) + asAnimal($0, $1) })
    objects(
      Cat.self, { Cat(number: $0) }, ["Animal", "Host"], under: [Animal.self], also: asAnimal)
    objects(
      Kitten.self, { Kitten(number: $0) }, ["Animal", "Host", "Named"],
      under: [Animal.self, Cat.self],
      also: { references(to: $0 as Cat, as: "Cat", $1.type(Cat.self)) + asAnimal($0, $1) })
    objects(Fish.self, { Fish(number: $0) }, ["Animal"], under: [Animal.self], also: asAnimal)
  }

  private mutating func addRoots() {
    let asRoot = { (root: Root, all: Subjects) in
      references(to: root, as: "Root", all.type(Root.self))
    }
    objects(Root.self, { Root(number: $0) }, ["Aged"], isNewFamily: true)
    objects(Stem<Int>.self, { Stem<Int>(number: $0) }, ["Aged"], under: [Root.self], also: asRoot)
    objects(
      Stem<String>.self, { Stem<String>(number: $0) }, ["Aged"], under: [Root.self], also: asRoot)
    objects(
      Stem<Heap>.self, { Stem<Heap>(number: $0) }, ["Aged"], under: [Root.self], also: asRoot)
    objects(
      Leaf<Int>.self, { Leaf<Int>(number: $0) }, ["Aged", "Named"],
      under: [Root.self, Stem<Int>.self],
      also: {
        references(to: $0 as Stem<Int>, as: "Stem", $1.type(Stem<Int>.self)) + asRoot($0, $1)
      })
    objects(
      Leaf<Heap>.self, { Leaf<Heap>(number: $0) }, ["Aged", "Named"],
      under: [Root.self, Stem<Heap>.self],
      also: {
        references(to: $0 as Stem<Heap>, as: "Stem", $1.type(Stem<Heap>.self)) + asRoot($0, $1)
      })
    objects(
      Thorn.self, { Thorn(number: $0) }, ["Aged", "Named", "Host"], under: [Root.self], also: asRoot
    )
  }

  private mutating func addShelves() {
    objects(
      Shelf<String>.self, { Shelf<String>(number: $0) }, ["Host", "Named"], isNewFamily: true)
    objects(
      Books.self, { Books(number: $0) }, ["Host", "Named"], under: [Shelf<String>.self],
      also: { references(to: $0 as Shelf<String>, as: "Shelf", $1.type(Shelf<String>.self)) })
    objects(
      Shelf<any Speaker>.self, { Shelf<any Speaker>(number: $0) }, ["Host"], isNewFamily: true)
    objects(
      Speakers.self, { Speakers(number: $0) }, ["Host", "Aged"], under: [Shelf<any Speaker>.self],
      also: {
        references(to: $0 as Shelf<any Speaker>, as: "Shelf", $1.type(Shelf<any Speaker>.self))
      })
  }
}
