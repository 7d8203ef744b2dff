// SPDX-License-Identifier: Apache-2.0

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
}
