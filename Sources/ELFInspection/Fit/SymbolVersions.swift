// SPDX-License-Identifier: Apache-2.0

/// A table of symbol versions (LSB Core, "Symbol Versioning").
struct SymbolVersions {
  /// A version that a library has to have.
  struct Need {
    let library: Path
    let version: String
    let mayBeMissing: Bool
    /// The number that symbols of this version have; the highest bit is set if only this version
    /// will do.
    let number: UInt16
  }

  /// A version that a library has.
  struct Definition {
    let version: String
    /// Whether it is the name of the file, which no symbol is asked for by.
    let isOfFile: Bool
    /// The number that symbols of this version have.
    let number: UInt16
  }

  /// A version that a reference asks for.
  struct Wanted {
    let name: String
    /// Whether a symbol without a version will not do.
    let isExact: Bool
  }

  private let bytes: [UInt8]
  /// The string at an offset.
  private let string: (Int) -> String

  init(_ bytes: [UInt8], _ string: @escaping (Int) -> String) {
    (self.bytes, self.string) = (bytes, string)
  }

  /// The entries of DT_VERNEED.
  var needs: [Need] {
    var needs: [Need] = []
    // No two entries share bytes, unless somebody made the file to be read for ever.
    var left = bytes.count / 16
    for entry in chain(from: 0, linkedAt: 12, byteCount: 16) {
      let library = Path(string(Int(bytes.u32(entry + 4))))
      let first = entry + Int(bytes.u32(entry + 8))
      for version in chain(from: first, linkedAt: 12, byteCount: 16) {
        left -= 1
        if left < 0 { return needs }
        needs.append(
          Need(
            library: library, version: string(Int(bytes.u32(version + 8))),
            mayBeMissing: bytes.u16(version + 4) & 2 != 0,
            number: bytes.u16(version + 6)))
      }
    }
    return needs
  }

  /// The entries of DT_VERDEF.
  var definitions: [Definition] {
    chain(from: 0, linkedAt: 16, byteCount: 20).map { entry in
      let name = entry + Int(bytes.u32(entry + 12))
      return Definition(
        version: name + 8 <= bytes.count ? string(Int(bytes.u32(name))) : "",
        isOfFile: bytes.u16(entry + 2) & 1 != 0, number: bytes.u16(entry + 4) & 0x7fff)
    }
  }

  /// The offsets of entries, each of which has the distance to the next one.
  private func chain(from first: Int, linkedAt link: Int, byteCount: Int) -> [Int] {
    var places: [Int] = []
    var place = first
    while place + byteCount <= bytes.count {
      places.append(place)
      let distance = Int(bytes.u32(place + link))
      if distance == 0 { break }
      place += distance
    }
    return places
  }
}
