// SPDX-License-Identifier: Apache-2.0

/// A closure whose body can be replaced, or watched, wherever it has been handed to.
///
/// ```swift
/// let greet = AdvisableClosure { (name: String) in "Hello, \(name)" }
/// let token = greet.around { proceed, name in proceed(name.uppercased()) }
/// greet("Ann")    // "Hello, ANN"
/// token.remove()
/// ```
///
/// A call takes no lock, and keeps what it has found while it runs.
public final class AdvisableClosure<each Argument, Result>: Sendable {
  /// What is called, and what `proceed` is.
  public typealias Body = @Sendable (repeat each Argument) -> Result
  /// The rest of the call comes first: Swift lets nothing follow a pack in a closure.
  public typealias Around = @Sendable (Proceed, repeat each Argument) -> Result

  /// The rest of a call. It is called like a function, and is none: of a function with
  /// a pack, the compiler refuses calls within other expressions.
  public struct Proceed: Sendable {
    fileprivate let body: Body

    /// Goes on with the call, with these arguments.
    public func callAsFunction(_ argument: repeat each Argument) -> Result {
      body(repeat each argument)
    }
  }

  /// A closure around another. The outermost is called; none ever changes.
  private final class Layer: Sendable {
    let id: UInt64
    let around: Around
    let inner: Layer?
    let body: Body

    init(id: UInt64, _ around: @escaping Around, inner: Layer?, body: @escaping Body) {
      self.id = id
      self.around = around
      self.inner = inner
      self.body = body
    }

    func call(_ argument: repeat each Argument) -> Result {
      guard let inner else { return around(Proceed(body: body), repeat each argument) }
      let rest: Body = { (argument: repeat each Argument) in inner.call(repeat each argument) }
      return around(Proceed(body: rest), repeat each argument)
    }
  }

  private let body: Body
  /// Where calls find the youngest layer.
  private let outermost = AdviceSlot()

  /// - Parameter body: what is called while nothing is around it.
  public init(_ body: @escaping Body) {
    self.body = body
  }

  // No call is left that could be in the slot: each keeps the closure.
  deinit { outermost.discard() }

  /// Calls it, with all that is around it at this moment.
  public func callAsFunction(_ argument: repeat each Argument) -> Result {
    guard let layer = outermost.retained(as: Layer.self) else {
      return body(repeat each argument)
    }
    return layer.call(repeat each argument)
  }

  /// Runs this instead, until the token is removed.
  ///
  /// - Returns: what takes it off again. Letting go of it does not.
  @discardableResult
  public func replace(with body: @escaping Body) -> AdvisableClosureToken {
    around { (_: Proceed, argument: repeat each Argument) in body(repeat each argument) }
  }

  /// Runs this around what is there, until the token is removed.
  ///
  /// - Returns: what takes it off again. Letting go of it does not.
  @discardableResult
  public func around(_ around: @escaping Around) -> AdvisableClosureToken {
    let id = InstalledAdvice.lastID.next()
    change { Layer(id: id, around, inner: $0, body: body) }
    return AdvisableClosureToken { [weak self] in self?.remove(id) ?? false }
  }

  /// Prints the arguments of each call to standard error before it goes on.
  ///
  /// - Parameter label: what stands before them.
  /// - Returns: what takes it off again. Letting go of it does not.
  @discardableResult
  public func printArguments(_ label: String) -> AdvisableClosureToken {
    around { (proceed: Proceed, argument: repeat each Argument) in
      var texts: [String] = []
      repeat texts.append(String(describing: each argument))
      StandardError.write("\(label)(\(texts.joined(separator: ", ")))\n")
      return proceed(repeat each argument)
    }
  }

  private func remove(_ id: UInt64) -> Bool {
    let before = change { without(id, $0) }
    return sequence(first: before) { $0?.inner }.prefix { $0 != nil }.contains { $0?.id == id }
  }

  /// - Returns: the layer before.
  @discardableResult
  private func change(_ change: (Layer?) -> Layer?) -> Layer? {
    let store = RegistryStore.shared
    // One thread at a time; also kept across a fork.
    let before = store.state.withLock { state in
      let before = outermost.retained(as: Layer.self)
      if let retired = outermost.exchange(change(before)) { state.retiredAdvice.add([retired]) }
      return before
    }
    store.releaseAdvice(of: [outermost])
    return before
  }

  private func without(_ id: UInt64, _ layer: Layer?) -> Layer? {
    guard let layer else { return nil }
    if layer.id == id { return layer.inner }
    return Layer(id: layer.id, layer.around, inner: without(id, layer.inner), body: body)
  }
}

/// What was put around a closure, to take it off again.
public struct AdvisableClosureToken: Sendable {
  private let take: @Sendable () -> Bool

  fileprivate init(_ take: @escaping @Sendable () -> Bool) {
    self.take = take
  }

  /// Takes it off: later calls do not reach it, calls in flight may still run it.
  ///
  /// - Returns: true once, false after; also false if the closure is gone.
  @discardableResult
  public func remove() -> Bool { take() }
}
