// SPDX-License-Identifier: Apache-2.0

/// The epoch of Graft's layouts in the names of symbols, by which the dynamic linker keeps code
/// of different epochs apart.
package enum EpochSymbol {
  /// Begins the name of the symbol that images with such code refer to.
  package static let prefix = "graft_epoch_"

  /// The epoch that a symbol has in its name: that one, or a function that macros write into
  /// the protocol's module, such as `_graft2_Greeter_0`.
  ///
  /// - Parameter demangled: what it stands for in Swift; nil for no such symbol.
  package static func epoch(of symbol: String, demangled: String?) -> Int? {
    if symbol.hasPrefix(prefix) { return Int(symbol.dropFirst(prefix.count)) }
    guard let name = demangled, let range = name.firstRange(of: "._graft") else { return nil }
    let digits = name[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return name[digits.endIndex...].hasPrefix("_") ? Int(digits) : nil
  }

  /// What a symbol stands for, for people: callers of other images reach methods through
  /// symbols of their own.
  ///
  /// - Parameter demangled: of the symbol.
  package static func declaration(_ demangled: String) -> String {
    ["dispatch thunk of ", "method descriptor for "].first { demangled.hasPrefix($0) }
      .map { String(demangled.dropFirst($0.count)) } ?? demangled
  }
}
