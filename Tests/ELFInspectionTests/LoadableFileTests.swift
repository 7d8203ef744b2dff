// SPDX-License-Identifier: Apache-2.0

@testable import ELFInspection
import Foundation
import Testing

/// Files as the dynamic linker reads them.
@Suite("Loadable files")
struct LoadableFileTests {
  private func file(_ image: MadeImage) throws -> LoadableFile {
    let path = NSTemporaryDirectory() + "graft-loadable-\(UUID().uuidString)"
    try Data(image.bytes).write(to: URL(filePath: path))
    // The file stays open.
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try LoadableFile(Path(path), for: nil)
  }

  @Test("An address is in the segment that begins before it, whatever the order of the headers")
  func places() throws {
    var image = MadeImage(isStripped: true)
    image.sections = (1...3).map { .init(name: "", bytes: [UInt8](repeating: $0, count: 16)) }
    image.segments = [
      .init(type: 1, address: 0x3000, extent: .section(2)), .init(type: 4, address: 0x1000),
      .init(type: 1, address: 0x1000, extent: .section(0)),
      .init(type: 1, address: 0x2000, extent: .section(1)),
    ]
    let file = try file(image)
    for (address, byte) in [(0x1000, 1), (0x2000, 2), (0x3000, 3)] as [(UInt64, UInt8)] {
      #expect(file.loaded(at: address, count: 100) == [UInt8](repeating: byte, count: 16))
      #expect(file.place(of: address + 15)?.byteCount == 1)
      #expect(file.place(of: address + 16) == nil)
      #expect(file.place(of: address - 1) == nil)
    }
    #expect(file.place(of: 0) == nil && file.place(of: .max) == nil)
  }

  /// A file whose symbols have one name and are all in one bucket.
  private func symbols(_ count: Int, hash: UInt32, isPlain: Bool) -> MadeImage {
    var image = MadeImage(isStripped: true)
    let start: UInt64 = 64 + 2 * 56
    let symbolsAt = start + 6 * 16
    let strings = Array("\0other\0".utf8)
    let stringsAt = symbolsAt + UInt64(count) * 24
    let tableAt = stringsAt + 8
    let dynamic: [UInt64] = [
      5, stringsAt, 10, UInt64(strings.count), 6, symbolsAt, isPlain ? 4 : 0x6fff_fef5, tableAt,
      0, 0, 0, 0,
    ]
    let symbol = image.words([1, 0x1_0012, 0, 0, 0, 0], byteCount: 4)
    let numbers = (1..<count).map { UInt64($0) }
    let table: [UInt64] =
      isPlain
      // Each symbol leads to the next one.
      ? [1, UInt64(count), 1, 0] + numbers.map { $0 + 1 < count ? $0 + 1 : 0 }
      : [1, 1, 0, 0, 1] + numbers.map { UInt64(hash & ~1) | ($0 + 1 < count ? 0 : 1) }
    let bytes = [
      image.words(dynamic, byteCount: 8),
      Array([[UInt8]](repeating: symbol, count: count).joined()),
      strings, [0], image.words(table, byteCount: 4),
    ]
    image.sections = [.init(name: "", bytes: Array(bytes.joined()))]
    image.segments = [.init(type: 1), .init(type: 2, extent: .section(0))]
    return image
  }

  @Test("Symbols of one hash value are not compared without end", arguments: [false, true])
  func oneHash(isPlain: Bool) throws {
    // That of `n`.
    let hash: UInt32 = 5381 &* 33 &+ 110
    let ordinary = try file(symbols(4, hash: hash, isPlain: isPlain))
    #expect(!ordinary.dynamic.defines("n") && !ordinary.dynamic.isOverdrawn)
    #expect(ordinary.dynamic.defines("other") == isPlain)
    let crafted = try file(symbols(1 << 16, hash: hash, isPlain: isPlain))
    for _ in 0..<20 { #expect(!crafted.dynamic.defines("n")) }
    #expect(crafted.dynamic.isOverdrawn)
    extendLifetime([ordinary, crafted])
  }
}
