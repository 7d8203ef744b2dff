import Graft
import RankingAPI

@Extension
final class Default<Subject: Ranked>: RankedExtension<Subject> {
  override func priority(_ subject: Subject) -> String { "default" }
  override func refined(_ subject: Subject) -> String { "default" }
  override func specific(_ subject: Subject) -> String { "default" }
  override func conflict(_ subject: Subject) -> String { "default" }
}

@Extension(priority: 1)
final class Preferred<Subject: Ranked>: RankedExtension<Subject> {
  override func priority(_ subject: Subject) -> String { super.priority(subject) + " preferred" }
}

@Extension(priority: -1)
final class Reluctant<Subject: Fruit & Red & Round>: RankedExtension<Subject> {
  override func priority(_ subject: Subject) -> String { "never reached: reluctant" }
}

@Extension
final class OfFruit<Subject: Fruit>: RankedExtension<Subject> {
  override func priority(_ subject: Subject) -> String { super.priority(subject) + " fruit" }
  override func refined(_ subject: Subject) -> String { super.refined(subject) + " fruit" }
}

@Extension
final class OfRedAndRound<Subject: Ranked & Red & Round>: RankedExtension<Subject> {
  override func refined(_ subject: Subject) -> String { super.refined(subject) + " red and round" }
}

@Extension
final class OfRed<Subject: Ranked & Red>: RankedExtension<Subject> {
  override func specific(_ subject: Subject) -> String { super.specific(subject) + " red" }
  override func conflict(_ subject: Subject) -> String { super.conflict(subject) + " red" }
}

@Extension
final class OfRipe<Subject: Ranked & Ripe>: RankedExtension<Subject> {
  override func specific(_ subject: Subject) -> String { super.specific(subject) + " ripe" }
  override func nothingBelow(_ subject: Subject) -> String {
    hasNext(.nothingBelow) ? super.nothingBelow(subject) : "nothing below"
  }
}

@Extension
final class OfRipeAndRound<Subject: Ranked & Ripe & Round>: RankedExtension<Subject> {
  override func conflict(_ subject: Subject) -> String { super.conflict(subject) + " both" }
}

@Extension
final class OfRound<Subject: Ranked & Round>: RankedExtension<Subject> {
  override func conflict(_ subject: Subject) -> String { super.conflict(subject) + " round" }
}

/// Asks for more below although there is nothing.
@Extension
final class Careless<Subject: Ranked & Round>: RankedExtension<Subject> {
  override func nothingBelow(_ subject: Subject) -> String { super.nothingBelow(subject) }
  override func nobody(_ subject: Subject, _ number: Int) -> String { "round" }
}
