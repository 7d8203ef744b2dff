// SPDX-License-Identifier: Apache-2.0

/// The origin of an image's code, from a note: the compiler, and the Graft it
/// was compiled against.
///
/// `docs/abi.md` specifies the bytes.
package struct ImageOrigin: Hashable, Sendable {
  /// The compiler's version, such as `6.3.1`; nil if the note lacks it.
  package var swift: String?
  /// The version of the compiler's clang, with its revision, which identifies
  /// the compiler's build.
  package var clang: String
  /// The epoch of Graft's layouts.
  package var epoch: Int?

  package init(swift: String?, clang: String, epoch: Int?) {
    self.swift = swift
    self.clang = clang
    self.epoch = epoch
  }

  /// Whether both compilers are the same, as far as the notes tell.
  package func isSameCompiler(as other: ImageOrigin) -> Bool {
    guard clang == other.clang else { return false }
    return swift == nil || other.swift == nil || swift == other.swift
  }

  /// The compiler's name for people.
  ///
  /// - Parameter other: the origin that it differs from. If both have the same
  ///   version, the name includes the build.
  package func name(beside other: ImageOrigin) -> String {
    guard let swift, other.swift != nil, swift != other.swift else {
      return "\(swift.map { "Swift \($0)" } ?? "a Swift") with clang \(clang)"
    }
    return "Swift \(swift)"
  }
}

extension ImageOrigin {
  /// The owner of the note, with its NUL.
  package static let owner = Array("GraftOrigin\0".utf8)
  /// The note's type.
  package static let type: UInt32 = 1

  /// Parses a note.
  ///
  /// - Parameter description: the note's description: strings `name=value`,
  ///   each with a NUL. Unknown names are skipped; the result is nil if the
  ///   compiler is missing.
  package init?(description: some Sequence<UInt8>) {
    let facts = Array(description).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    func fact(_ name: String) -> String? {
      facts.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    guard let clang = fact("clang") else { return nil }
    self.init(
      swift: fact("swift").flatMap { Int($0) }.flatMap(Self.version), clang: clang,
      epoch: fact("epoch").flatMap { Int($0) })
  }

  /// The compiler's version.
  ///
  /// The compiler reports the version of its language, which equals its own only in
  /// language mode 6.
  private static func version(_ number: Int) -> String? {
    guard number >= 60_000 else { return nil }
    let parts = [number / 10_000, number / 100 % 100, number % 100]
    return (parts[2] == 0 ? parts.dropLast() : parts[...]).map(String.init).joined(separator: ".")
  }

  /// The text that tells it from others; a table of another type costs a look through all
  /// conformances of the process.
  private var key: String {
    [swift ?? "", clang, epoch.map { "\($0)" } ?? ""].joined(separator: "\0")
  }

  /// The origins in the bytes of a note segment, each once.
  ///
  /// - Parameter bytes: the bytes, in the machine's byte order.
  package static func all(in bytes: Span<UInt8>) -> [ImageOrigin] {
    var found: [ImageOrigin] = []
    var known: Set<String> = []
    var start = 0
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }
    // Try every fourth byte: notes of several alignments can be in one segment.
    while start <= bytes.count - 24 {
      let description = start + 24
      start += 4
      guard word(description - 24) == UInt32(owner.count), word(description - 16) == type,
        owner.indices.allSatisfy({ bytes[description - 12 + $0] == owner[$0] })
      else { continue }
      let byteCount = Int(word(description - 20))
      guard byteCount <= bytes.count - description else { continue }
      let end = description + byteCount
      if let origin = ImageOrigin(description: (description..<end).map { bytes[$0] }),
        known.insert(origin.key).inserted
      {
        found.append(origin)
      }
      // Notes do not overlap; the padding behind one is no start of another.
      start = (end + 3) & ~3
    }
    return found
  }
}
