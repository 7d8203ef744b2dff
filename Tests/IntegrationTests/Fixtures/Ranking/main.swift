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

switch CommandLine.arguments.dropFirst().first {
case "nobody": print(Brick().nobody(1))
case "nothing-below": print(Apple().nothingBelow())
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
