// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import Graft

@Extension
final class GraftedDefault<Subject: Grafted>: GraftedExtension<Subject> {
  override func grafted(_ subject: Subject, _ number: Int) -> Int { number &+ 1 }
}

@Extension
final class GraftedObjectDefault<Subject: GraftedObject>: GraftedObjectExtension<Subject> {
  override func graftedObject(_ subject: Subject, _ number: Int) -> Int { number &+ 1 }
}

@Extension
final class GraftedEffectsDefault<Subject: GraftedEffects>: GraftedEffectsExtension<Subject> {
  override func graftedLater(_ subject: Subject, _ number: Int) async -> Int { number &+ 1 }

  override func graftedOrRefuse(
    _ subject: Subject, _ number: Int
  ) throws(Refusal) -> Int { number &+ 1 }
}

/// Advice on these calls, in effect only while `Watching.isOn`.
@Advice(protocols: "Grafted", requirements: "grafted(_:)", subjects: "BenchmarkSubjects.*")
final class Watch: PointcutAdvice {
  override func before(_ call: AdvisedCall) { if call.id == 0 { fatalError("no number") } }
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    if call.id == 0 { fatalError("no number") }
  }
}

public enum Watching {
  private static let name = "BenchmarkSubjects.Watch"

  public static var isOn: Bool {
    get { !ExtensionRegistry.blocked.contains(name) }
    set {
      if !newValue {
        ExtensionRegistry.block(name)
      } else {
        do { try ExtensionRegistry.unblock(name) } catch { fatalError("\(error)") }
      }
    }
  }
}

// MARK: A chain of five links

@Extension
final class FirstLink<Subject: Chained>: ChainedExtension<Subject> {
  override func chained(_ subject: Subject, _ number: Int) -> Int { number &+ 1 }
}

@Extension(priority: 1)
final class SecondLink<Subject: Chained>: ChainedExtension<Subject> {
  override func chained(_ subject: Subject, _ number: Int) -> Int {
    super.chained(subject, number) &+ 2
  }
}

@Extension(priority: 2)
final class ThirdLink<Subject: Chained>: ChainedExtension<Subject> {
  override func chained(_ subject: Subject, _ number: Int) -> Int {
    super.chained(subject, number) &+ 3
  }
}

@Extension(priority: 3)
final class FourthLink<Subject: Chained>: ChainedExtension<Subject> {
  override func chained(_ subject: Subject, _ number: Int) -> Int {
    super.chained(subject, number) &+ 4
  }
}

@Extension(priority: 4)
final class FifthLink<Subject: Chained>: ChainedExtension<Subject> {
  override func chained(_ subject: Subject, _ number: Int) -> Int {
    super.chained(subject, number) &+ 5
  }
}
