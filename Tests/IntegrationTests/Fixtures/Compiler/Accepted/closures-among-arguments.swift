// SPDX-License-Identifier: Apache-2.0

import Graft

// With a result: then advice that runs after is passed the arguments, in a tuple.

@Extensible
protocol Scheduler {
  associatedtype Time
  func schedule(after time: Time, _ action: @escaping () -> Void) -> Int
  func repeated(_ action: @Sendable @escaping (@escaping () -> Void) -> Void, _ count: Int) -> Int
}

@Extension
final class Scheduling<Subject: Scheduler>: SchedulerExtension<Subject> {
  override func schedule(
    _ subject: Subject, after time: Subject.Time, _ action: @escaping () -> Void
  ) -> Int { 1 }
}

// Functions of C, and functions by an alias that says so by `@escaping`.

typealias Handler = (Int) -> String

@Extensible
protocol Line: Actor {
  func open(run delivery: @convention(c) (Int) -> Int)
}

@Extensible
protocol Port {
  func open(run delivery: @convention(c) (Int) -> Int)
  func name(by delivery: @convention(c) (Int) -> Int, number: Int) -> String
}

@Extensible @MainActor
protocol Panel {
  func after(_ result: @escaping Handler) -> () -> Int
  func between(_ result: @escaping Handler, _ number: Int) -> () -> Int
  func later(_ result: @escaping Handler) async
}

@Extensible
protocol Chain {
  func append(to next: inout nonisolated(nonsending) (Int) async -> Int) -> Int
  func append(to next: inout nonisolated(nonsending) @Sendable () async -> Void, at place: Int)
  mutating func change(_ next: inout nonisolated(nonsending) (Int) async -> Int) throws
  @MainActor func show(_ next: inout nonisolated(nonsending) (Int) async -> Int)
  @MainActor mutating func move(_ next: inout nonisolated(nonsending) () async -> Void, to: Int)
  func load(_ next: inout nonisolated(nonsending) (Int) async -> Int) async
}

@Extensible
protocol Switch: Identifiable {
  static var change: (Int) throws(CancellationError) -> String { get set }
}
