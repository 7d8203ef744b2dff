// SPDX-License-Identifier: Apache-2.0

// A module in which everything is the main actor's unless it says otherwise.

public import Graft
import Protocols

/// The main actor's, as all here.
@Extensible @OperatorDefaults
protocol Implicit {
  var step: Int { get }
  func implicit(_ number: Int) -> Int
  func later() async throws -> Int
  static func made() -> Self
  init(number: Int)
  static func + (first: Self, second: Self) -> Int
}

@Extension
final class ImplicitDefault<Subject: Implicit>: ImplicitExtension<Subject> {
  override func step(_ subject: Subject) -> Int { 2 }
  override func implicit(_ subject: Subject, _ number: Int) -> Int { number * factor(subject) }
  override func later(_ subject: Subject) async throws -> Int { subject.step + 1 }
  override func made(_ subject: Subject.Type) -> Subject { subject.init(number: 0) }
  override func `operator +`(
    _ subject: Subject.Type, _ first: Subject, _ second: Subject
  ) -> Int { first.step + second.step }

  private func factor(_ subject: Subject) -> Int { subject.step }
}

struct ImplicitSubject: Implicit {
  init(number: Int) {}
}

@MainActor @Extensible
public protocol Explicit {
  func explicit() -> Int
  func later() async throws -> Int
}

@Extension
public final class ExplicitDefault<Subject: Explicit>: ExplicitExtension<Subject> {
  public override func explicit(_ subject: Subject) -> Int { 10 }
  public override func later(_ subject: Subject) async throws -> Int { subject.explicit() }
}

struct ExplicitSubject: Explicit {}

/// Advice runs where the protocol says that it is.
@Advice
final class ExplicitAdvice<Subject: Explicit>: ExplicitExtension<Subject> {
  override func explicit(_ subject: Subject) -> Int { super.explicit(subject) + 1 }
}

@Extensible
nonisolated protocol Plain {
  func plain() -> Int
}

// Its superclass is nobody's, and so is it.
@Extension
final class PlainDefault<Subject: Plain>: PlainExtension<Subject> {
  override func plain(_ subject: Subject) -> Int { 20 }
}

nonisolated struct PlainSubject: Plain {}

public nonisolated func plain() -> Int { PlainSubject().plain() }

/// Of a module without that setting.
@Extension(priority: 1)
nonisolated final class OfAnotherModule<Subject: Outer.Added & OnMain>:
  Outer.AddedExtension<Subject>
{
  override func added(_ subject: Subject) -> Int { super.added(subject) + 30 }
}

nonisolated protocol OnMain {}
struct AddedSubject: Outer.Added, OnMain {}

@Advice(protocols: "Nothing", requirements: "*")
nonisolated final class Watching: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}

public func mainActorByDefault() async throws -> [Int] {
  let subject = ImplicitSubject(number: 1)
  let before = try ExplicitExtension<ExplicitSubject>.joinPoints.explicit.around { s, proceed in
    proceed() + 100
  }
  defer { _ = try? before.remove() }
  return [
    subject.implicit(4), (subject as any Implicit).implicit(5), try await subject.later(),
    ImplicitSubject.made().step, subject + subject, ExplicitSubject().explicit(),
    try await ExplicitSubject().later(), AddedSubject().added(),
  ]
}
