// SPDX-License-Identifier: Apache-2.0

import CGraft

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

  /// Of the layouts that it is compiled with.
  static var epoch: Int { Int(GRAFT_EPOCH) }

  /// Begins the name of the symbol that images with such code refer to.
  static let epochPrefix = "graft_epoch_"

  /// The epoch that a symbol has in its name: that one, or a function that macros write into
  /// the protocol's module, such as `_graft1_Greeter_0`.
  static func epoch(symbol: String) -> Int? {
    if symbol.hasPrefix(epochPrefix) { return Int(symbol.dropFirst(epochPrefix.count)) }
    guard let name = SwiftRuntime.demangled(symbol), let range = name.firstRange(of: "._graft")
    else { return nil }
    let digits = name[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return name[digits.endIndex...].hasPrefix("_") ? Int(digits) : nil
  }
}
