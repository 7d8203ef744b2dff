// SPDX-License-Identifier: Apache-2.0

/// A table of symbol versions (LSB Core, "Symbol Versioning").
struct SymbolVersions {
  /// A version that a library has to have.
  struct Need {
    let library: Path
    let version: String
  }

  private let bytes: [UInt8]
  /// The string at an offset.
  private let string: (Int) -> String

  init(_ bytes: [UInt8], _ string: @escaping (Int) -> String) {
    (self.bytes, self.string) = (bytes, string)
  }

  /// The entries of DT_VERNEED, without those that may be missing.
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
        let isWeak = bytes.u16(version + 4) & 2 != 0
        if isWeak { continue }
        needs.append(Need(library: library, version: string(Int(bytes.u32(version + 8)))))
      }
    }
    return needs
  }

  /// The names of DT_VERDEF.
  var definitions: Set<String> {
    let names = chain(from: 0, linkedAt: 16, byteCount: 20).map { entry in
      let name = entry + Int(bytes.u32(entry + 12))
      return name + 8 <= bytes.count ? string(Int(bytes.u32(name))) : ""
    }
    return Set(names)
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
