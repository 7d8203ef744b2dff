// SPDX-License-Identifier: Apache-2.0

/// The epoch of Graft's layouts in names of symbols.
///
/// It makes the dynamic linker keep code of different epochs apart.
package enum EpochSymbol {
  /// The start of the symbol that images with such code refer to.
  package static let prefix = "graft_epoch_"

  /// The epoch in a symbol's name: in Graft's own symbol, or in a function that
  /// macros write into the protocol's module, such as `_graft3_base(of:)`.
  ///
  /// - Parameter demangled: the symbol's Swift declaration; nil for other
  ///   symbols.
  package static func epoch(of symbol: String, demangled: String?) -> Int? {
    if symbol.hasPrefix(prefix) { return Int(symbol.dropFirst(prefix.count)) }
    guard let name = demangled, let range = name.firstRange(of: "._graft") else { return nil }
    let digits = name[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return name[digits.endIndex...].hasPrefix("_") ? Int(digits) : nil
  }

  /// The declaration that a symbol stands for, for people.
  ///
  /// Other images call methods through separate symbols.
  ///
  /// - Parameter demangled: the symbol's demangled text.
  package static func declaration(_ demangled: String) -> String {
    if let requirements = requirements(demangled) { return requirements }
    return ["dispatch thunk of ", "method descriptor for "].first { demangled.hasPrefix($0) }
      .map { String(demangled.dropFirst($0.count)) } ?? demangled
  }

  /// The text for a function whose name stands for a protocol's requirements; nil for another
  /// declaration.
  ///
  /// It is `static API._GraftGreeter._cells_5f3a() -> …` in a protocol that grows, and
  /// `(extension in API):API.Greeter._graft3_Greeter_5f3a(Swift.Int) -> …` in others.
  private static func requirements(_ demangled: String) -> String? {
    guard let name = protocolOfCells(demangled) ?? protocolOfSearch(demangled) else { return nil }
    return "the requirements of \(name) that it was compiled with"
  }

  private static func protocolOfCells(_ demangled: String) -> String? {
    guard let end = demangled.firstRange(of: "._cells_"),
      let start = demangled.firstRange(of: "._Graft"), start.upperBound <= end.lowerBound
    else { return nil }
    let module = demangled[..<start.lowerBound].split(separator: " ").last ?? ""
    return "\(module).\(demangled[start.upperBound..<end.lowerBound])"
  }

  private static func protocolOfSearch(_ demangled: String) -> String? {
    guard let end = demangled.firstRange(of: "._graft"),
      let start = demangled.firstRange(of: "):"), start.upperBound <= end.lowerBound
    else { return nil }
    let function = demangled[end.upperBound...].prefix { $0 != "(" }
    let isHash = function.split(separator: "_").last?.allSatisfy(\.isHexDigit) ?? false
    return isHash ? String(demangled[start.upperBound..<end.lowerBound]) : nil
  }
}
