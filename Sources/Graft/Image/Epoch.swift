// SPDX-License-Identifier: Apache-2.0

import CGraft

/// The layouts that are compiled into generated code, by a number that rises when one changes.
enum Epoch {
  /// That of this library.
  static var current: Int { Int(GRAFT_EPOCH) }

  /// Begins the name of the symbol that images with such code refer to.
  static let prefix = "graft_epoch_"

  /// The epoch that a symbol has in its name: that one, or a function that macros write into
  /// the protocol's module, such as `_graft1_Greeter_0`.
  static func of(symbol: String) -> Int? {
    if symbol.hasPrefix(prefix) { return Int(symbol.dropFirst(prefix.count)) }
    guard let name = SwiftRuntime.demangled(symbol), let range = name.firstRange(of: "._graft")
    else { return nil }
    let digits = name[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return name[digits.endIndex...].hasPrefix("_") ? Int(digits) : nil
  }
}
