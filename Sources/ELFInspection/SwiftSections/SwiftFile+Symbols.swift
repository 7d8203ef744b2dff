// SPDX-License-Identifier: Apache-2.0

/// The symbols of a Swift file.
extension SwiftFile {
  /// Calls `visit` with each symbol that the file defines; some come twice.
  func eachSymbol(
    _ visit: (Symbol, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(InspectionError) {
    try eachSymbol(of: [SectionType.symbols, SectionType.dynamicSymbols], visit)
  }

  private func eachSymbol(
    of types: [UInt32], _ visit: (Symbol, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(InspectionError) {
    for table in try file.sections() where types.contains(table.type) {
      try file.withBytes(of: table) { bytes throws(InspectionError) in
        let count = UInt64(bytes.count / Symbol.entryByteCount(file.header.encoding))
        for index in 1..<max(1, count) {
          guard let symbol = Symbol(in: bytes, at: index, file.header.encoding),
            symbol.isDefinition
          else { continue }
          _ = try file.withString(in: Int(table.link), at: symbol.nameOffset) { visit(symbol, $0) }
        }
      }
    }
  }

  /// The addresses of descriptors of types and protocols, by exported symbol.
  func exports() throws(InspectionError) -> [String: UInt64] {
    if let exportsOnce { return exportsOnce }
    var exports: [String: UInt64] = [:]
    try eachSymbol(of: [SectionType.dynamicSymbols]) { symbol, name in
      guard let last = name.last, last == UInt8(ascii: "p") || last == UInt8(ascii: "n"),
        name.dropLast().last == UInt8(ascii: "M")
      else { return }
      exports[String(decoding: name, as: UTF8.self)] = symbol.value
    }
    exportsOnce = exports
    return exports
  }
}
