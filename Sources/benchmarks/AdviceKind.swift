// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import CLibrary
import Graft
import Synchronization

/// The advice on a resolved call of the struct, which is the protocol's first
/// subject.
enum AdviceKind: String, CaseIterable {
  case elsewhere, before, around, after, beforeAny, aroundAny, pointcut, aroundPointcut
  case aroundPointcutReading, thisTask, otherTask

  var what: String {
    switch self {
    case .elsewhere: "advice on the requirement, for another subject"
    case .before: "one before"
    case .around: "one around"
    case .after: "one after"
    case .beforeAny: "one before of every subject, which sees any P"
    case .aroundAny: "one around of every subject, which sees any P"
    case .pointcut: "a pointcut, before and after"
    case .aroundPointcut: "an around pointcut"
    case .aroundPointcutReading: "an around pointcut that reads arguments and result"
    case .thisTask: "one around for the task"
    case .otherTask: "one around for another task"
    }
  }

  /// The bound in native calls; in resolved calls if the advice is elsewhere.
  private var bound: Double? {
    switch self {
    case .elsewhere: 1.1
    // A call is counted when it enters and when it leaves: two locked instructions.
    case .before, .around, .after, .pointcut: 25
    case .beforeAny, .aroundAny, .aroundPointcut, .aroundPointcutReading, .thisTask, .otherTask: nil
    }
  }

  /// Runs a closure in the scope of a task, if the advice is for tasks.
  func withScope(_ body: () -> Void) {
    switch self {
    case .thisTask, .otherTask: ExtensionRegistry.withTaskAdvice(body)
    default: body()
    }
  }

  /// Runs calls in the scope, or outside of it for advice of another task.
  func call(_ body: () -> Void) {
    guard self == .otherTask else { return body() }
    withoutActuallyEscaping(body) { body in
      final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
      }
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { context in
          Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
          return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
      pthread_join(thread, nil)
    }
  }

  /// Whether a call runs it without making a closure.
  var isInLink: Bool { self == .elsewhere || self == .before || self == .pointcut }

  /// Whether callgrind counts its calls.
  var isCounted: Bool { self != .thisTask && self != .otherTask }

  /// Whether its closure gets a copy of the subject, because its caller does
  /// not know the type.
  var seesAny: Bool { self == .beforeAny || self == .aroundAny }

  /// Installs the advice, with closures that do almost nothing.
  ///
  /// - Returns: a function that removes it and returns whether it was
  ///   installed.
  func install() -> () -> Bool {
    guard self != .pointcut else {
      Watching.isOn = true
      return {
        defer { Watching.isOn = false }
        return Watching.isOn
      }
    }
    let token = installAdvice()
    return { (try? token.remove()) == true }
  }

  private func installAdvice() -> AdviceToken {
    let advised = GraftedExtension<Pebble>.joinPoints.grafted
    let other = GraftedExtension<Coin>.joinPoints.grafted
    let every = GraftedJoinPoints.everySubject.grafted
    // A local pointer, since a global variable would be looked up in each call.
    nonisolated(unsafe) let tally = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    tally.initialize(to: 0)
    do {
      return switch self {
      case .elsewhere: try other.before { _, number in tally.pointee &+= number }
      case .before: try advised.before { _, number in tally.pointee &+= number }
      case .around: try advised.around { _, number, proceed in proceed(number) &+ 1 }
      case .after: try advised.after { _, _, result in tally.pointee &+= result }
      case .beforeAny: try every.before { _, number in tally.pointee &+= number }
      case .aroundAny: try every.around { _, number, proceed in proceed(number) &+ 1 }
      case .aroundPointcut: try advised.around(with: Proceeding())
      case .aroundPointcutReading: try advised.around(with: Reading())
      case .thisTask, .otherTask:
        try advised.around(.forTask) { _, number, proceed in proceed(number) &+ 1 }
      case .pointcut: fatalError("a class that is there already")
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// The caller: code that opens `any P` for each call, or generic code.
  enum Caller: String, CaseIterable {
    case opening = "any", generic

    var call: CallKind { self == .opening ? .structure : .generic }
  }

  func bound(for caller: Caller) -> Double? {
    switch (caller, self) {
    case (.opening, _): bound
    case (.generic, .before), (.generic, .around), (.generic, .after): 40
    case (.generic, _): nil
    }
  }

  static func native(_ count: Int, by caller: Caller = .opening) -> Int {
    caller.call.native(count)
  }

  static func resolved(_ count: Int, by caller: Caller = .opening) -> Int {
    caller.call.grafted(count)
  }

  /// Runs calls for callgrind: `native`, `resolved` without advice, or
  /// `advised`.
  func run(_ side: String, _ count: Int) {
    let remove = side == "advised" ? install() : nil
    let result = side == "native" ? Self.native(count) : Self.resolved(count)
    consumed.store(result, ordering: .relaxed)
    _ = remove?()
  }
}

private final class Proceeding: AroundPointcut, @unchecked Sendable {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws { try proceed() }
}

private final class Reading: AroundPointcut, @unchecked Sendable {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    let arguments = call.arguments
    try proceed()
    guard arguments.count == 1, call.result is Int else { fatalError("the call has other types") }
  }
}
