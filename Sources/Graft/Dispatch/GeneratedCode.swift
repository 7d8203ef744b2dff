// SPDX-License-Identifier: Apache-2.0

public import CGraft

/// Functions and types for the code that Graft's macros write.
///
/// They change with the macros.
public enum GeneratedCode {
  /// Returns the value as `sending`: the caller of a member gave it away, and a link passes it on.
  @_alwaysEmitIntoClient @inline(__always)
  public static func sent<Value>(_ value: Value) -> sending Value {
    nonisolated(unsafe) let value = value
    return value
  }

  /// A value that a closure passes on, where it was given away by the caller.
  @frozen
  public struct Passed<Value>: @unchecked Sendable {
    /// The value.
    @safe public nonisolated(unsafe) let value: Value

    /// Wraps a value.
    ///
    /// - Parameter value: the arguments of a call.
    @inlinable
    @inline(__always)
    public init(_ value: Value) { self.value = value }
  }

  /// The description of a protocol, which is made once.
  ///
  /// - Parameters:
  ///   - cells: the memory of the requirements' cells, with a word behind them for the description.
  ///   - count: the number of cells.
  ///   - type: the protocol, such as `(any Greeter).self`.
  ///   - name: the protocol's name without its module.
  ///   - requirements: a line for each, as `ExtensibleProtocol.Requirement` reads it; static, so
  ///     that readers of files find the text.
  ///   - shape: the hash of the ordered requirements.
  ///   - actors: the global actors in the declarations, by the requirements' numbers.
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
    ObjectWord(word: GeneratedCode.DispatchCell.wordBehind(cells, count)).object
  }

  /// Stores a description unless another thread has stored one.
  @usableFromInline
  static func description(
    _ cells: UnsafeMutableRawPointer, _ count: Int, orElse made: GeneratedCode.ExtensibleProtocol
  ) -> GeneratedCode.ExtensibleProtocol {
    ObjectWord(word: GeneratedCode.DispatchCell.wordBehind(cells, count)).set(made)
  }
}

// The compiler looks for the first component of a name in an inheritance clause in
// the user's module, even behind a module selector. No user's type has these
// names.

/// The name by which generated code inherits from `GeneratedCode.ExtensibleSupport`.
public typealias _ExtensibleSupport = GeneratedCode.ExtensibleSupport
