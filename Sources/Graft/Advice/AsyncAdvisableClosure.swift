// SPDX-License-Identifier: Apache-2.0

/// An `async` closure whose body can be replaced, or watched, wherever it has been handed to.
///
/// ```swift
/// let load = AsyncAdvisableClosure { (name: String) async throws in try await files.load(name) }
/// load.around { proceed, name in
///   do { return try await proceed(name) } catch { return try await proceed(name + ".old") }
/// }
/// let text = try await load("notes")
/// ```
///
/// It throws what its closure throws: `Failure` is `Never` for one that throws nothing. A call
/// takes no lock, and keeps what it has found while it runs.
public final class AsyncAdvisableClosure<each Argument, Result, Failure: Error>: Sendable {
  /// What is called, and what `proceed` is.
  public typealias Body = @Sendable (repeat each Argument) async throws(Failure) -> Result
  /// The rest of the call comes first: Swift lets nothing follow a pack in a closure.
  public typealias Around =
    @Sendable (Proceed, repeat each Argument) async throws(Failure) -> Result

  /// The rest of a call. It is called like a function, and is none: of a function with
  /// a pack, the compiler refuses calls within other expressions.
  public struct Proceed: Sendable {
    fileprivate let layers: ArraySlice<AdvisableClosureLayer>
    fileprivate let body: Body

    /// Goes on with the call, with these arguments.
    public func callAsFunction(_ argument: repeat each Argument) async throws(Failure) -> Result {
      guard let layer = layers.first else { return try await body(repeat each argument) }
      // Only `around` adds layers, and each is of this class.
      let run = unsafeDowncast(layer, to: Layer.self).run
      return try await run(
        Proceed(layers: layers.dropFirst(), body: body), repeat each argument)
    }
  }

  // The compiler passes no closure over a parameter pack to other generic code.
  private final class Layer: AdvisableClosureLayer, @unchecked Sendable {
    let run: Around

    init(_ run: @escaping Around) { self.run = run }
  }

  private let body: Body
  private let layers = AdvisableClosureLayers()

  /// - Parameter body: what is called while nothing is around it.
  public init(_ body: @escaping Body) {
    self.body = body
  }

  /// Calls it, with all that is around it at this moment.
  public func callAsFunction(_ argument: repeat each Argument) async throws(Failure) -> Result {
    try await Proceed(layers: layers.current, body: body)(repeat each argument)
  }

  /// Runs this instead, until the token is removed.
  ///
  /// - Returns: what takes it off again. Letting go of it does not.
  @discardableResult
  public func replace(with body: @escaping Body) -> AdvisableClosureToken {
    around { (_: Proceed, argument: repeat each Argument) async throws(Failure) -> Result in
      try await body(repeat each argument)
    }
  }

  /// Runs this around what is there, until the token is removed.
  ///
  /// - Returns: what takes it off again. Letting go of it does not.
  @discardableResult
  public func around(_ around: @escaping Around) -> AdvisableClosureToken {
    layers.add(Layer(around))
  }

  /// Prints the arguments of each call to standard error before it goes on.
  ///
  /// - Parameter label: what stands before them.
  /// - Returns: what takes it off again. Letting go of it does not.
  @discardableResult
  public func printArguments(_ label: String) -> AdvisableClosureToken {
    around { (proceed: Proceed, argument: repeat each Argument) async throws(Failure) -> Result in
      var texts: [String] = []
      repeat texts.append(String(describing: each argument))
      StandardError.write(call: label, texts)
      return try await proceed(repeat each argument)
    }
  }
}
