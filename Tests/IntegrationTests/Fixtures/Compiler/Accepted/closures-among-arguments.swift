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
