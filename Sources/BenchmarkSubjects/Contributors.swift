// SPDX-License-Identifier: Apache-2.0

public import BenchmarkProtocols
import Graft

public struct Collector: Collecting {
  public init() {}
}

/// The work of each contributor.
@inline(never)
private func contributed(_ number: Int, by contributor: Int) -> Int { number &+ contributor }

@Extension
final class Contributor0<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 0)
  }
}

@Extension
final class Contributor1<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 1)
  }
}

@Extension
final class Contributor2<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 2)
  }
}

@Extension
final class Contributor3<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 3)
  }
}

@Extension
final class Contributor4<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 4)
  }
}

@Extension
final class Contributor5<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 5)
  }
}

@Extension
final class Contributor6<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 6)
  }
}

@Extension
final class Contributor7<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 7)
  }
}

@Extension
final class Contributor8<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 8)
  }
}

@Extension
final class Contributor9<Subject: Collecting>: CollectingExtension<Subject> {
  override func contribution(_ subject: Subject, _ number: Int) -> Int {
    contributed(number, by: 9)
  }
}

/// Closures that do the same as these extensions.
public let contributions: [@Sendable (Collector, Int) -> Int] = (0..<10).map { contributor in
  { _, number in contributed(number, by: contributor) }
}
