// SPDX-License-Identifier: Apache-2.0

/// What a note of an image says of who compiled its code: by which compiler, against which
/// Graft.
///
/// `docs/abi.md` specifies the bytes.
package struct ImageOrigin: Hashable, Sendable {
  /// The compiler's version, such as `6.3.1`; nil where the note does not say it.
  package var swift: String?
  /// That of the clang in it, with the revision, which tells builds of the compiler apart.
  package var clang: String
  /// The epoch of Graft's layouts.
  package var epoch: Int?

  /// What a note says.
  package init(swift: String?, clang: String, epoch: Int?) {
    self.swift = swift
    self.clang = clang
    self.epoch = epoch
  }

  /// Whether both are of one compiler, as far as they tell.
  package func isSameCompiler(as other: ImageOrigin) -> Bool {
    guard clang == other.clang else { return false }
    return swift == nil || other.swift == nil || swift == other.swift
  }

  /// For people.
  ///
  /// - Parameter other: the one that it differs from: where its version is the same, the text
  ///   names the build.
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

  /// - Parameter description: of the note: strings `name=value`, each ended by a NUL. Others than
  ///   those that are known are passed over; nil is returned where the compiler is not among
  ///   them.
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

  /// What the compiler tells of itself is the version of the language, which is its own only
  /// in language mode 6.
  private static func version(_ number: Int) -> String? {
    guard number >= 60_000 else { return nil }
    let parts = [number / 10_000, number / 100 % 100, number % 100]
    return (parts[2] == 0 ? parts.dropLast() : parts[...]).map(String.init).joined(separator: ".")
  }

  /// Those in the bytes of a segment of notes, each once.
  ///
  /// - Parameter bytes: in the machine's byte order.
  package static func all(in bytes: Span<UInt8>) -> [ImageOrigin] {
    var found: [ImageOrigin] = []
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }
    // At every fourth byte: notes of several alignments can lie in one segment.
    for start in stride(from: 0, through: bytes.count - 24, by: 4)
    where word(start) == UInt32(owner.count) && word(start + 8) == type
      && owner.indices.allSatisfy({ bytes[start + 12 + $0] == owner[$0] })
    {
      let byteCount = Int(word(start + 4))
      guard byteCount <= bytes.count - start - 24 else { continue }
      let description = (start + 24..<start + 24 + byteCount).map { bytes[$0] }
      if let origin = ImageOrigin(description: description), !found.contains(origin) {
        found.append(origin)
      }
    }
    return found
  }
}
