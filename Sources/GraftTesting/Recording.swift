// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import Testing

/// The calls of a requirement that a test has made, in their order.
///
/// ```swift
/// @Test(.advised) func welcome() throws {
///   let sent = try MailExtension<Invoice>.joinPoints.send.recording()
///   Invoice().send(to: "ann")
///   #expect(sent.next()?.arguments == "ann")
///   sent.expectNoMoreCalls()
/// }
/// ```
public final class Recording<Arguments: Sendable, Output: Sendable>: Sendable {
  /// A call that has ended.
  public struct Call: Sendable {
    /// The only argument, or a tuple.
    public let arguments: Arguments
    /// The result or the error.
    public let outcome: Result<Output, any Error>
    /// The number of the call's beginning among all recorded calls of the process.
    public let order: Int

    /// The result.
    ///
    /// - Throws: the error that it has thrown.
    public var result: Output { get throws { try outcome.get() } }
  }

  private struct State {
    /// All calls, and those that were not returned, by their beginnings.
    var (calls, left): ([Call], [Call]) = ([], [])
    var token: AdviceToken?
  }
  private let state = Mutex(State())

  init() {}

  /// The calls that have ended, by their beginnings.
  public var calls: [Call] { state.withLock { $0.calls } }

  /// The first call that this method has not returned yet; nil if there is none.
  public func next() -> Call? {
    state.withLock { $0.left.isEmpty ? nil : $0.left.removeFirst() }
  }

  /// Records an issue for the calls that `next()` has not returned.
  public func expectNoMoreCalls(sourceLocation: SourceLocation = #_sourceLocation) {
    // A description is users' code, which can make recorded calls.
    let left = state.withLock(\.left).map { "\($0.arguments)" }
    guard !left.isEmpty else { return }
    let calls = left.count == 1 ? "1 more call" : "\(left.count) more calls"
    Issue.record(
      "\(calls), with \(left.joined(separator: "; "))", sourceLocation: sourceLocation)
  }

  /// Records an issue for calls of the requirement that were in the task of no test with the trait
  /// `.advised`, such as those of detached tasks, threads and other tests: no recording sees them.
  ///
  /// If another test with the trait `.advised` ran at the same time, such calls may be its: then the
  /// issue is a warning, and fails no test.
  public func expectNoCallsOutside(sourceLocation: SourceLocation = #_sourceLocation) {
    guard let token = state.withLock({ $0.token }), token.callsOutsideTasks > 0 else { return }
    let count = token.callsOutsideTasks
    let calls =
      "\(count == 1 ? "1 call was" : "\(count) calls were") made outside of every test with "
      + ".advised, by a detached task, a thread or a test without it, and not recorded"
    guard token.hasOverlapped else {
      Issue.record("\(calls)", sourceLocation: sourceLocation)
      return
    }
    Issue.record(
      "\(calls), maybe of another test that ran at the same time: run this one alone to tell",
      severity: .warning, sourceLocation: sourceLocation)
  }

  func keep(_ token: AdviceToken) { state.withLock { $0.token = token } }

  fileprivate func add(_ call: Call) {
    state.withLock { state in
      Self.insert(call, into: &state.calls)
      Self.insert(call, into: &state.left)
    }
  }

  private static func insert(_ call: Call, into calls: inout [Call]) {
    // Calls that overlap end in another order.
    let index = calls.lastIndex { $0.order < call.order }.map { $0 + 1 } ?? 0
    calls.insert(call, at: index)
  }
}

private let order = Atomic(0)

/// Adds each call to a recording.
final class RecordingPointcut<Arguments: Sendable, Output: Sendable>: AroundPointcut {
  let recording = Recording<Arguments, Output>()

  required init() {}

  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    let begun = begin(call)
    do { try proceed() } catch { try end(call, begun, error) }
    add(call, begun)
  }

  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    let begun = begin(call)
    do { try await proceed() } catch { try end(call, begun, error) }
    add(call, begun)
  }

  private struct Begun {
    let order: Int
    let arguments: Arguments
  }

  private func begin(_ call: RunningCall) -> Begun {
    guard let arguments = call.packedArguments as? Arguments else {
      fatalError("GraftTesting: the arguments of \(call.requirement) are no \(Arguments.self)")
    }
    return Begun(
      order: order.add(1, ordering: .relaxed).oldValue, arguments: arguments)
  }

  private func end(_ call: RunningCall, _ begun: Begun, _ error: any Error) throws {
    // A cast of nil itself would be the result nil of a requirement with an optional one.
    let output = call.packedOutput(throwing: error).flatMap { $0 as? Output }
    let outcome: Result<Output, any Error> = output.map { .success($0) } ?? .failure(error)
    recording.add(.init(arguments: begun.arguments, outcome: outcome, order: begun.order))
    throw error
  }

  private func add(_ call: RunningCall, _ begun: Begun) {
    guard let output = call.packedOutput as? Output else { return }
    recording.add(.init(arguments: begun.arguments, outcome: .success(output), order: begun.order))
  }
}
