// SPDX-License-Identifier: Apache-2.0

/// The symbols of a file by which the code of witnesses is understood.
final class WitnessSymbols {
  struct Function {
    let name: [UInt8]
    let byteCount: UInt64
  }

  /// Witnesses, what is split off them, and code that functions share.
  private(set) var functions: [UInt64: Function] = [:]
  /// Names of descriptors of protocols and enumerations.
  private(set) var descriptors: [UInt64: String] = [:]
  /// Where members of protocols' extensions in their own modules are, and pointers to such; by
  /// what their names begin with, `$s…7GreeterP`.
  private var defaults: [String: Set<UInt64>] = [:]
  /// Where what `@Extensible` writes for a protocol is, such as the memory of its chains, and
  /// pointers to such; by `$s…13_GraftGreeterO`.
  private var written: [String: Set<UInt64>] = [:]

  init(_ file: SwiftFile) throws(InspectionError) {
    let readsCode = file.architecture == "x86_64" && file.hasOwnSymbols
    try file.eachSymbol { symbol, name in
      guard symbol.value != 0, name.starts(with: "$s".utf8) else { return }
      if name.hasSuffix("Mp") || name.hasSuffix("OMn") {
        descriptors[symbol.value] = String(decoding: name, as: UTF8.self)
      }
      if readsCode, symbol.isFunction, symbol.byteCount > 0,
        name.hasSuffix("TW") || name.hasSuffix("Tm") || name.firstIndex(of: "TW") != nil
      {
        functions[symbol.value] = Function(name: Array(name), byteCount: symbol.byteCount)
      }
      addMark(name, symbol.value)
    }
    try file.eachBoundSlot { address, name in
      var name = name
      name.withUTF8 { addMark($0, address) }
    }
  }

  private func addMark(_ name: UnsafeBufferPointer<UInt8>, _ address: UInt64) {
    if let end = name.firstIndex(of: "PAA") {
      let key = String(decoding: name[...end], as: UTF8.self)
      defaults[key, default: []].insert(address)
    } else if let end = name.endOfSupport {
      written[String(decoding: name[..<end], as: UTF8.self), default: []].insert(address)
    }
  }

  /// What a witness that is a default refers to; empty where there is nothing such.
  ///
  /// - Parameters:
  ///   - descriptor: the symbol of the protocol's.
  ///   - support: of that of the enumeration that `@Extensible` writes.
  func marks(descriptor: String, support: String) -> Set<UInt64> {
    (defaults[descriptor.dropLast(2) + "P"] ?? []).union(written[String(support.dropLast(2))] ?? [])
  }

  /// Whether both are defined or referred to here.
  func knows(descriptor: String, support: String) -> Bool {
    defaults[descriptor.dropLast(2) + "P"] != nil && written[String(support.dropLast(2))] != nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && (0..<text.utf8CodeUnitCount).allSatisfy {
        self[count - text.utf8CodeUnitCount + $0] == text.utf8Start[$0]
      }
  }

  /// Behind `13_GraftGreeterO`, whose length stands before it.
  fileprivate var endOfSupport: Int? {
    guard let start = firstIndex(of: "_Graft") else { return nil }
    var first = start
    while first > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[first - 1]) {
      first -= 1
    }
    guard let length = Int(String(decoding: self[first..<start], as: UTF8.self)),
      length < count - start, self[start + length] == UInt8(ascii: "O")
    else { return nil }
    return start + length + 1
  }

  /// Where a text begins.
  fileprivate func firstIndex(of text: StaticString) -> Int? {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return nil }
    return (0...count - length).first { start in
      (0..<length).allSatisfy { self[start + $0] == text.utf8Start[$0] }
    }
  }
}
