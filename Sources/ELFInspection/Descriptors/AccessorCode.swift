// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The code size of accessors, from an accessor's address to the end of its
/// symbol.
struct AccessorCode {
  /// The functions by address.
  ///
  /// Addresses in an object are relative to sections, so functions are found by
  /// name.
  private var functions: [Function] = []
  private var named: [String: Function] = [:]

  private struct Function {
    var address: UInt64
    var byteCount: UInt64
  }

  init(_ file: ELFFile) throws(InspectionError) {
    for table in try file.sections()
    where table.type == SectionType.symbols || table.type == SectionType.dynamicSymbols {
      try file.withBytes(of: table) { bytes throws(InspectionError) in
        let count = bytes.count / Symbol.entryByteCount(file.header.encoding)
        for index in 1..<UInt64(max(1, count)) {
          guard let symbol = Symbol(in: bytes, at: index, file.header.encoding),
            symbol.isFunction, symbol.byteCount > 0
          else { continue }
          let function = Function(address: symbol.value, byteCount: symbol.byteCount)
          functions.append(function)
          if let name = try file.string(in: Int(table.link), at: symbol.nameOffset) {
            named[name] = function
          }
        }
      }
    }
    functions.sort { ($0.address, $0.byteCount) < ($1.address, $1.byteCount) }
  }

  /// The number of bytes from the accessor to the end of its symbol; nil if no
  /// symbol covers it, as in a stripped file.
  func byteCount(behind accessor: LocatedDescriptor.Accessor) -> UInt64? {
    if let name = accessor.symbol {
      guard let function = named[name], accessor.value < function.byteCount else { return nil }
      return function.byteCount - accessor.value
    }
    let address = accessor.value
    // The last function that begins at or before the address.
    let number = functions.firstSortedIndex { $0.address > address }
    guard number > 0 else { return nil }
    let function = functions[number - 1]
    let distance = address - function.address
    return distance < function.byteCount ? function.byteCount - distance : nil
  }
}
