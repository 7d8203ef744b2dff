// SPDX-License-Identifier: Apache-2.0

/// What was put around a closure, to take it off again.
public struct AdvisableClosureToken: Sendable {
  private let take: @Sendable () -> Bool

  init(_ take: @escaping @Sendable () -> Bool) {
    self.take = take
  }

  /// Takes it off: later calls do not reach it, calls in flight may still run it.
  ///
  /// - Returns: true once, false after; also false if the closure is gone.
  @discardableResult
  public func remove() -> Bool { take() }
}

/// A closure around another. The outermost is called; none ever changes.
///
/// Each kind of closure has a class of its own: the compiler passes no closure over a parameter
/// pack to other generic code.
protocol AdvisableClosureLayer: AnyObject, Sendable {
  var id: UInt64 { get }
  var inner: Self? { get }
  /// The same closure around another one.
  func around(_ inner: Self?) -> Self
}

/// What is around a closure at this moment.
final class AdvisableClosureLayers<Layer: AdvisableClosureLayer>: Sendable {
  /// Where calls find the youngest layer.
  private let slot = AdviceSlot()

  // No call is left that could be in the slot: each keeps the closure.
  deinit { slot.discard() }

  /// The youngest, for a call to keep while it runs. Takes no lock.
  var outermost: Layer? { slot.retained(as: Layer.self) }

  /// - Parameter make: gets the number of the layer, and what it is around.
  func add(_ make: (UInt64, Layer?) -> Layer) -> AdvisableClosureToken {
    let id = InstalledAdvice.lastID.next()
    change { make(id, $0) }
    return AdvisableClosureToken { [weak self] in self?.remove(id) ?? false }
  }

  private func remove(_ id: UInt64) -> Bool {
    let before = change { Self.without(id, $0) }
    return sequence(first: before) { $0?.inner }.prefix { $0 != nil }.contains { $0?.id == id }
  }

  /// - Returns: the layer before.
  @discardableResult
  private func change(_ change: (Layer?) -> Layer?) -> Layer? {
    // One thread at a time; also kept across a fork.
    let before = RegistryLock.withLock {
      let before = outermost
      if let retired = slot.exchange(change(before)) { RetiredAdvice.add([retired]) }
      return before
    }
    RetiredAdvice.release(of: [slot])
    return before
  }

  private static func without(_ id: UInt64, _ layer: Layer?) -> Layer? {
    guard let layer else { return nil }
    if layer.id == id { return layer.inner }
    return layer.around(without(id, layer.inner))
  }
}

extension StandardError {
  /// A call's arguments, as `printArguments` of closures shows them.
  static func write(call label: String, _ arguments: [String]) {
    write("\(label)(\(arguments.joined(separator: ", ")))\n")
  }
}
