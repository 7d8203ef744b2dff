// SPDX-License-Identifier: Apache-2.0

public import CGraft

/// What the code that Graft's macros write calls. It is for nothing else, and changes with
/// the macros.
public enum GeneratedCode {
  /// The same value, as one that nobody else uses: of what a link is given that stands for a
  /// member's own implementation, since whoever called the member gave it away.
  @_alwaysEmitIntoClient @inline(__always)
  public static func sent<Value>(_ value: Value) -> sending Value {
    nonisolated(unsafe) let value = value
    return value
  }

  /// What the registry knows of a protocol, made when it is asked for the first time.
  ///
  /// - Parameters:
  ///   - cells: the memory of a cell for each requirement, in the order of their declaration,
  ///     with a word behind them for this.
  ///   - count: of the cells.
  ///   - type: the protocol, such as `(any Greeter).self`.
  ///   - name: as its declaration says it, without its module.
  ///   - requirements: a line for each, as `ExtensibleProtocol.Requirement` reads it; static,
  ///     so that the text is in the file for those who read that.
  ///   - shape: what the protocol requires, as it is compiled into its module.
  ///   - actors: the global actors that requirements are isolated to, as far as their
  ///     declaration or that of the protocol says, by the requirements' numbers.
  @_alwaysEmitIntoClient @inline(__always)
  public static func description(
    _ cells: UnsafeMutableRawPointer, _ count: Int, _ type: @autoclosure () -> Any.Type,
    _ name: String, _ requirements: StaticString,
    shape: GeneratedCode.CompiledShape,
    actors: @autoclosure () -> [Int: Any.Type] = [:]
  ) -> GeneratedCode.ExtensibleProtocol {
    if let known = unsafe description(cells, count) { return known }
    graft_refer_to_epoch()
    return unsafe description(
      cells, count,
      orElse: GeneratedCode.ExtensibleProtocol(
        type(), name, requirements, shape: shape, cells: cells, actors: actors()))
  }

  @usableFromInline
  static func description(
    _ cells: UnsafeMutableRawPointer, _ count: Int
  ) -> GeneratedCode.ExtensibleProtocol? {
    description(GeneratedCode.DispatchCell.wordBehind(cells, count).acquire())
  }

  private static func description(_ bits: UInt) -> GeneratedCode.ExtensibleProtocol? {
    UnsafeRawPointer(bitPattern: bits).map {
      // Retained for ever by the function below, which alone writes the word.
      Unmanaged<GeneratedCode.ExtensibleProtocol>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// If two threads have made one, the first counts for all.
  @usableFromInline
  static func description(
    _ cells: UnsafeMutableRawPointer, _ count: Int, orElse made: GeneratedCode.ExtensibleProtocol
  ) -> GeneratedCode.ExtensibleProtocol {
    let made = Unmanaged.passRetained(made)
    let result = GeneratedCode.DispatchCell.wordBehind(cells, count).compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()))
    guard let first = description(result.original) else { return made.takeUnretainedValue() }
    made.release()
    return first
  }
}

extension GeneratedCode {
  /// What a protocol requires, as it is compiled into a module that uses it.
  @frozen
  public struct CompiledShape: Sendable {
    /// The hash of all of it.
    public let hash: UInt64
    /// `CompiledProtocol` as text: static, so that it is in the file for those who read that.
    public let text: StaticString

    /// Both are of one protocol.
    @_alwaysEmitIntoClient @inline(__always)
    public init(_ hash: UInt64, _ text: StaticString) {
      (self.hash, self.text) = (hash, text)
    }
  }
}

// In a clause of inheritance the compiler looks for the first name in the user's module, also
// behind a module selector. Nobody calls a type of theirs so.

/// What generated code inherits from: `GeneratedCode.ExtensibleSupport`.
public typealias _ExtensibleSupport = GeneratedCode.ExtensibleSupport
