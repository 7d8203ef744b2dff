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

  @inline(__always)
  private mutating func values<Type: Speaker & Numbered & SendableMetatype>(
    _: Type.Type, _ traits: String..., counts: Bool = true
  ) {
    let type = SubjectType(Type.self, traits: traits, counts: counts) { advice, scope in
      if advice.id % 2 == 0 {
        try installAdvice(advice, at: SpeakerJoinPoints.subject(Type.self)) { $0.number }
      } else {
        try installAdvice(advice, at: SpeakerExtension<Type>.joinPoints) { $0.number }
      }
    }
    types.append(type)
    families.append([all.count, all.count + 1])
    for _ in 0..<2 {
      let number = all.count
      all.append(
        Subject(
          number: number, type: type,
          references: references(to: Type(number: number), as: "concrete")))
    }
  }

  @inline(__always)
  private mutating func objects<Type: Speaker & AnyObject & SendableMetatype>(
    _: Type.Type, _ make: (Int) -> Type, _ traits: [String], under superclasses: [Any.Type] = [],
    isNewFamily: Bool = false, also other: (Type) -> [Reference] = { _ in [] }
  ) {
    let type = SubjectType(
      Type.self, superclasses: superclasses.map { String(reflecting: $0) }, traits: traits
    ) { advice, scope in
      scope == .subclasses
        ? try installAdvice(advice, at: SpeakerExtension<Type>.joinPointsWithSubclasses) {
          $0.number
        }
        : try installAdvice(advice, at: SpeakerExtension<Type>.joinPoints) { $0.number }
    }
    types.append(type)
    if isNewFamily { families.append([]) }
    for _ in 0..<2 {
      let number = all.count
      let object = make(number)
      let owned = Owned(object)
      families[families.count - 1].append(number)
      all.append(
        Subject(
          number: number, type: type,
          references: references(to: object, as: "concrete") + other(object)
        ) { advice in
          try installAdvice(advice, at: SpeakerExtension<Type>.joinPoints(of: owned.value)) {
            $0.number
          }
        })
    }
  }

  init() {
    values(Small1.self, counts: false)
    values(Pair.self, "Named")
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
  }

  private mutating func addAnimals() {
    let asAnimal = { (animal: Animal) in references(to: animal, as: "Animal") }
    objects(Animal.self, { Animal(number: $0) }, ["Animal"], isNewFamily: true)
    objects(
      Dog.self, { Dog(number: $0) }, ["Animal", "Named"], under: [Animal.self], also: asAnimal)
    objects(
      Puppy.self, { Puppy(number: $0) }, ["Animal", "Named", "Aged"],
      under: [Animal.self, Dog.self],
      also: { references(to: $0 as Dog, as: "Dog") + asAnimal($0) })
    objects(
      Cat.self, { Cat(number: $0) }, ["Animal", "Host"], under: [Animal.self], also: asAnimal)
    objects(
      Kitten.self, { Kitten(number: $0) }, ["Animal", "Host", "Named"],
      under: [Animal.self, Cat.self],
      also: { references(to: $0 as Cat, as: "Cat") + asAnimal($0) })
    objects(Fish.self, { Fish(number: $0) }, ["Animal"], under: [Animal.self], also: asAnimal)
  }

  private mutating func addRoots() {
    let asRoot = { (root: Root) in references(to: root, as: "Root") }
    objects(Root.self, { Root(number: $0) }, ["Aged"], isNewFamily: true)
    objects(Stem<Int>.self, { Stem<Int>(number: $0) }, ["Aged"], under: [Root.self], also: asRoot)
    objects(
      Stem<String>.self, { Stem<String>(number: $0) }, ["Aged"], under: [Root.self], also: asRoot)
    objects(
      Leaf<Int>.self, { Leaf<Int>(number: $0) }, ["Aged", "Named"],
      under: [Root.self, Stem<Int>.self],
      also: { references(to: $0 as Stem<Int>, as: "Stem") + asRoot($0) })
    objects(
      Leaf<Heap>.self, { Leaf<Heap>(number: $0) }, ["Aged", "Named"],
      under: [Root.self, Stem<Heap>.self],
      also: { references(to: $0 as Stem<Heap>, as: "Stem") + asRoot($0) })
    objects(
      Thorn.self, { Thorn(number: $0) }, ["Aged", "Named", "Host"], under: [Root.self], also: asRoot
    )
  }

  private mutating func addShelves() {
    objects(
      Shelf<String>.self, { Shelf<String>(number: $0) }, ["Host", "Named"], isNewFamily: true)
    objects(
      Books.self, { Books(number: $0) }, ["Host", "Named"], under: [Shelf<String>.self],
      also: { references(to: $0 as Shelf<String>, as: "Shelf") })
    objects(
      Shelf<any Speaker>.self, { Shelf<any Speaker>(number: $0) }, ["Host"], isNewFamily: true)
    objects(
      Speakers.self, { Speakers(number: $0) }, ["Host", "Aged"], under: [Shelf<any Speaker>.self],
      also: { references(to: $0 as Shelf<any Speaker>, as: "Shelf") })
  }
}
