import Graft
import RankingAPI

struct Apple: Fruit, Red, Round {}
struct Brick: Ranked, Red {}
struct Cherry: Ranked, Ripe, Round {}
struct Berry: Ranked, Ripe {}

func show<Subject: Ranked>(_ subject: Subject) {
  print(Subject.self)
  print("  priority:", subject.priority())
  print("  refined:", subject.refined())
  print("  specific:", subject.specific())
  print("  conflict:", subject.conflict())
}

/// Asking what would trap does not.
func explain<Subject: Ranked>(_ subject: Subject.Type) {
  print(RankedExtension<Subject>.resolution)
}

/// Who comes before whom in the chains of a subject, by which rule.
func order<Subject: Ranked>(_ subject: Subject.Type) {
  for requirement in RankedExtension<Subject>.resolution.requirements {
    for (first, second) in zip(requirement.chain, requirement.chain.dropFirst()) {
      print(requirement.name, first.extension.name, second.extension.name, first.rule.rawValue)
    }
  }
}

switch CommandLine.arguments.dropFirst().first {
case "nobody": print(Brick().nobody(1))
case "nothing-below": print(Apple().nothingBelow())
case "order":
  order(Apple.self)
  order(Brick.self)
  order(Cherry.self)
  order(Berry.self)
case "conflict": print(Apple().conflict())
default:
  show(Apple())
  show(Brick())
  show(Cherry())
  show(Berry())
  print("asked first:", Berry().nothingBelow())
  explain(Brick.self)
  explain(Apple.self)
  for diagnostic in ExtensionRegistry.diagnostics { print(diagnostic) }
}
