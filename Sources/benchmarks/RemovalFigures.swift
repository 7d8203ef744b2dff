// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import CBenchmarks
import CLibrary
import Graft
import Synchronization

/// The cost of removing advice, while other threads call, and while they stay in removed advice.
enum RemovalFigures {
  private static let processCount = 5
  private static let roundCount = 2000
  private static let callerCount = 8
  /// The rounds with callers. There are fewer, since callers occupy the
  /// processors for milliseconds.
  private static let contendedRoundCount = 100

  static func figures() -> [Figure] { [whileEntered, whileCalled] }

  /// The cost of removing while threads call, relative to removing while none
  /// does.
  private static var whileCalled: Figure {
    let runs = (0..<processCount).map { _ in
      (seconds("called", 0)!, seconds("called", callerCount)!)
    }
    return Figure(
      "to remove an advice while \(callerCount) threads call, in that while none does",
      median(runs.map { $1 / $0 }), spread: spread(runs.map { $1 / $0 }), atMost: 20,
      "\((median(runs.map(\.0)) * 1e6).text(1)) µs → \((median(runs.map(\.1)) * 1e6).text(1)) µs")
  }

  /// Prints the median in its own process; a round in which the thread is
  /// descheduled measures the scheduler.
  private static func runCalled(_ threadCount: Int) {
    _ = AdviceKind.resolved(1)
    var threads: [pthread_t] = []
    for _ in 0..<threadCount {
      var thread = pthread_t()
      pthread_create(&thread, nil, runCaller, nil)
      threads.append(thread)
    }
    var times: [Double] = []
    for _ in 0..<contendedRoundCount {
      let remove = AdviceKind.before.install()
      usleep(1000)
      times.append(duration { remove() ? 1 : 0 })
    }
    print(median(times))
    isOver.store(true, ordering: .releasing)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// The cost of removing while threads are in removed advice, relative to removing while none is.
  private static var whileEntered: Figure {
    let runs = (0..<processCount).map { _ in (seconds("entered", 0)!, seconds("entered", 16)!) }
    return Figure(
      "to remove an advice while 16 threads are in removed ones, in that while none is",
      median(runs.map { $1 / $0 }), spread: spread(runs.map { $1 / $0 }), atMost: 2,
      "\((median(runs.map(\.0)) * 1e6).text(1)) µs → \((median(runs.map(\.1)) * 1e6).text(1)) µs")
  }

  private static func seconds(_ others: String, _ threadCount: Int) -> Double? {
    Process.again("removals", "time", others, "\(threadCount)")?
      .split(separator: "\n").first.flatMap { Double($0) }
  }

  /// Measures in its own process: `time called|entered THREADS`.
  static func run(_ arguments: [String]) {
    if arguments[1] == "called" { return runCalled(Int(arguments[2])!) }
    _ = AdviceKind.resolved(1)
    let threads = (0..<Int(arguments[2])!).map { _ in threadInRemovedAdvice() }
    var seconds = 0.0
    for _ in 0..<roundCount {
      let remove = AdviceKind.before.install()
      _ = AdviceKind.resolved(1)
      seconds += duration { remove() ? 1 : 0 }
    }
    print(seconds / Double(roundCount))
    isOver.store(true, ordering: .releasing)
    for thread in threads { pthread_join(thread, nil) }
  }

  fileprivate static func callUntilOver() {
    while !isOver.load(ordering: .acquiring) {
      for _ in 0..<100 { consumed.wrappingAdd(AdviceKind.resolved(1), ordering: .relaxed) }
    }
  }

  private static let isOver = Atomic<Bool>(false)
  private static let entered = Atomic<Int>(0)

  /// A thread that stays in a call of removed advice.
  private static func threadInRemovedAdvice() -> pthread_t {
    let before = entered.load(ordering: .acquiring)
    let token = try? GraftedExtension<Pebble>.joinPoints.grafted.around { _, number, proceed in
      entered.wrappingAdd(1, ordering: .acquiringAndReleasing)
      while !isOver.load(ordering: .acquiring) { usleep(1000) }
      return proceed(number)
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        consumed.wrappingAdd(AdviceKind.resolved(1), ordering: .relaxed)
        return nil
      }, nil)
    while entered.load(ordering: .acquiring) == before { usleep(1000) }
    guard (try? token?.remove()) == true else { fatalError("the advice was not installed") }
    return thread
  }
}

private func runCaller(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  RemovalFigures.callUntilOver()
  return nil
}
