// SPDX-License-Identifier: Apache-2.0

/// The symbols of a Swift file.
extension SwiftFile {
  /// Calls `visit` with each symbol that the file defines; some come twice.
  func eachSymbol(
    _ visit: (Symbol, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(InspectionError) {
    try file.eachDefinedSymbol(visit)
  }

  /// The addresses of descriptors of types and protocols, by exported symbol.
  func exports() throws(InspectionError) -> [String: UInt64] {
    if let exportsOnce { return exportsOnce }
    var exports: [String: UInt64] = [:]
    try file.eachDefinedSymbol(of: [SectionType.dynamicSymbols]) { symbol, name in
      guard let last = name.last, last == UInt8(ascii: "p") || last == UInt8(ascii: "n"),
        name.dropLast().last == UInt8(ascii: "M")
      else { return }
      exports[String(decoding: name, as: UTF8.self)] = symbol.value
    }
    exportsOnce = exports
    return exports
  }
}
