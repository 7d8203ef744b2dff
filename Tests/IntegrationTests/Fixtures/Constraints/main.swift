import ConstraintsAPI
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

let subjects: [any Thing] = [
  Plain(), Person(), Pet(), Number(), List(), Closure(), IntCrate(), StringCrate(), Table(),
  Armchair(), Throne(), Stool(),
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
