// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import Graft
import Synchronization

/// What is in front of a resolved call: the struct's, the protocol's first subject.
enum AdviceKind: String, CaseIterable {
  case elsewhere, before, around, after, beforeAny, aroundAny, pointcut

  var what: String {
    switch self {
    case .elsewhere: "advice on the requirement, for another subject"
    case .before: "one before"
    case .around: "one around"
    case .after: "one after"
    case .beforeAny: "one before of every subject, which sees any P"
    case .aroundAny: "one around of every subject, which sees any P"
    case .pointcut: "a pointcut, before and after"
    }
  }

  /// In native calls; of advice elsewhere in resolved ones.
  private var bound: Double? {
    switch self {
    case .elsewhere: 1.1
    case .before: 8
    // The closures of these take or follow a `proceed`, for which each call makes a closure.
    case .around: 30
    case .after: 20
    case .pointcut: 9
    case .beforeAny, .aroundAny: nil
    }
  }

  /// Whether a call runs it without making a closure for it.
  var isInLink: Bool { self == .elsewhere || self == .before || self == .pointcut }

  /// A closure gets a copy of the subject, whose type its caller does not know.
  var seesAny: Bool { self == .beforeAny || self == .aroundAny }

  /// With closures that do next to nothing.
  ///
  /// - Returns: what takes it out, true if it was there.
  func install() -> () -> Bool {
    guard self != .pointcut else {
      Watching.isOn = true
      return {
        defer { Watching.isOn = false }
        return Watching.isOn
      }
    }
    let token = installClosure()
    return { (try? token.remove()) == true }
  }

  private func installClosure() -> AdviceToken {
    let advised = GraftedExtension<Pebble>.joinPoints.grafted
    let other = GraftedExtension<Coin>.joinPoints.grafted
    let every = GraftedJoinPoints.everySubject.grafted
    // A global variable would be looked up in each call.
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
      case .pointcut: fatalError("a class, and no closure")
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// Who makes the calls: code that opens `any P` for each, or generic code.
  enum Caller: String, CaseIterable {
    case opening = "any", generic

    var call: CallKind { self == .opening ? .structure : .generic }
  }

  func bound(for caller: Caller) -> Double? {
    switch (caller, self) {
    case (.opening, _): bound
    case (.generic, .before): 12
    case (.generic, .around): 60
    case (.generic, .after): 40
    case (.generic, _): nil
    }
  }

  static func native(_ count: Int, by caller: Caller = .opening) -> Int {
    caller.call.native(count)
  }

  static func resolved(_ count: Int, by caller: Caller = .opening) -> Int {
    caller.call.grafted(count)
  }

  /// Under callgrind: `native`, `resolved` without advice, or `advised`.
  func run(_ side: String, _ count: Int) {
    let remove = side == "advised" ? install() : nil
    let result = side == "native" ? Self.native(count) : Self.resolved(count)
    consumed.store(result, ordering: .relaxed)
    _ = remove?()
  }
}
