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
    try file.eachDefinedSymbol { symbol, name in
      guard symbol.isFunction, symbol.byteCount > 0 else { return }
      let function = Function(address: symbol.value, byteCount: symbol.byteCount)
      functions.append(function)
      named[String(decoding: name, as: UTF8.self)] = function
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
