// SPDX-License-Identifier: Apache-2.0

/// Functions and types for the code that Graft's macros write.
///
/// They change with the macros.
public enum GeneratedCode {
  /// Returns the value as `sending`: the caller of a member gave it away, and a link passes it on.
  ///
  /// - Parameters:
  ///   - value: what is given away.
  ///   - type: the value's type, so that the compiler does not open an existential one, whose copy
  ///     would not be `sending`.
  @_alwaysEmitIntoClient @inline(__always)
  public static func sent<Value>(
    _ value: Value, as type: Value.Type = Value.self
  ) -> sending Value {
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
  public static func description(
    _ cells: UnsafeMutableRawPointer, _ count: Int, _ type: Any.Type, _ name: StaticString,
    _ requirements: StaticString, shape: @autoclosure () -> CompiledShape,
    actors: @autoclosure () -> [Int: Any.Type]
  ) -> ExtensibleProtocol {
    let word = ObjectWord<ExtensibleProtocol>(word: DispatchCell.wordBehind(cells, count))
    return word.object
      ?? word.set(
        ExtensibleProtocol(
          type, "\(name)", requirements, shape: shape(), cells: cells, actors: actors()))
  }

  /// The description of a protocol without requirements that are isolated to a global actor.
  public static func description(
    _ cells: UnsafeMutableRawPointer, _ count: Int, _ type: Any.Type, _ name: StaticString,
    _ requirements: StaticString, shape: @autoclosure () -> CompiledShape
  ) -> ExtensibleProtocol {
    description(cells, count, type, name, requirements, shape: shape(), actors: [:])
  }
}

// The compiler looks for the first component of a name in an inheritance clause in
// the user's module, even behind a module selector. No user's type has these
// names.

/// The name by which generated code inherits from `GeneratedCode.ExtensibleSupport`.
public typealias _ExtensibleSupport = GeneratedCode.ExtensibleSupport
