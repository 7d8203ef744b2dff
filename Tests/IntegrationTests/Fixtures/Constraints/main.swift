import ConstraintsAPI
import ConstraintsExtensions
import Graft

struct Plain: Thing {}

struct Person: Thing, Named, Aged {
  var name: String { "Ann" }
  var age: Int { 40 }
}

struct Pet: Thing, Named {
  var name: String { "Rex" }
}

struct Number: Thing, Box {
  var item: Int { 1 }
}

struct List: Thing, Box {
  var item: [String] { ["a", "b"] }
}

struct Closure: Thing, Box {
  var item: () -> Void { {} }
}

struct IntCrate: Thing, Crate {
  var item: Int { 2 }
}

struct StringCrate: Thing, Crate {
  var item: String { "c" }
}

class Table: Furniture, Thing {}
class Armchair: Chair, Thing {}
final class Throne: Armchair {}

/// A class with all members of `Chair` that does not inherit from it.
final class Stool: Thing {}

struct Twin: Thing, Named, Space.Named, Aged {
  var name: String { "Twin" }
  var age: Int { 1 }
}

struct InSpace: Thing, Space.Named, Aged {
  var age: Int { 2 }
}

struct Here: Thing, ConstraintsExtensions.Marked {}
struct Both: Thing, ConstraintsExtensions.Marked, ConstraintsAPI.Marked {}
final class Chained: Thing, Bound {}

struct Failure: Error {}
final class NamedChair: Chair, Named {
  var name: String { "chair" }
}

struct OfError: Thing, Box {
  var item: any Error { Failure() }
}

struct OfFailure: Thing, Box {
  var item: Failure { Failure() }
}

struct OfSendableError: Thing, Box {
  var item: any Error & Sendable { Failure() }
}

struct OfNamedError: Thing, Box {
  var item: (any Error & Named)? { nil }
}

struct OfErrors: Thing, Box {
  var item: [any Error] { [] }
}

struct OfAnyObject: Thing, Box {
  var item: AnyObject { Chair() }
}

struct OfAnyBound: Thing, Box {
  var item: any Bound { Chained() }
}

struct OfAnyNamed: Thing, Box {
  var item: any Named { NamedChair() }
}

struct OfNamedFurniture: Thing, Box {
  var item: any Furniture & Named { NamedChair() }
}

struct OfAny: Thing, Box {
  var item: Any { 1 }
}

struct Numbers: Thing, Box {
  var item: Set<Int> { [1, 2] }
}

struct Table2D: Thing, Box {
  var item: [[String]] { [["a"], ["b"]] }
}

struct Cups: Thing, Box {
  struct Cup: Sequence, IteratorProtocol {
    mutating func next() -> Int? { nil }
  }
  var item: Cup { Cup() }
}

let subjects: [any Thing] = [
  Plain(), Person(), Pet(), Number(), List(), Closure(), IntCrate(), StringCrate(), Table(),
  Armchair(), Throne(), Stool(), Twin(), InSpace(), Here(), Both(), Chained(), OfError(),
  OfFailure(), OfSendableError(), OfNamedError(), OfErrors(), OfAnyObject(), OfAnyBound(),
  OfAnyNamed(), OfNamedFurniture(), OfAny(), Numbers(), Table2D(), Cups(),
]
for subject in subjects {
  print(type(of: subject))
  print("  several:", subject.several())
  print("  superclass:", subject.superclass())
  print("  same type:", subject.sameType())
  print("  parameterised:", subject.parameterised())
  print("  associated:", subject.associated())
  print("  object:", subject.object())
  print("  predicate:", subject.predicate())
  print("  name:", subject.name())
  print("  module:", subject.module())
  print("  existential:", subject.existential())
  print("  path:", subject.path())
}

func show<Subject: Thing>(_: Subject.Type) {
  for requirement in ThingExtension<Subject>.resolution.requirements {
    print(Subject.self, requirement.name)
    for answer in requirement.chain { print("  \(answer.extension.name): \(answer.rule)") }
    for exclusion in requirement.exclusions {
      print("  not \(exclusion.extension.name): \(exclusion.reason)")
    }
  }
}
show(IntCrate.self)
show(Throne.self)
for diagnostic in ExtensionRegistry.diagnostics { print(diagnostic) }
