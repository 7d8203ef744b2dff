// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ELFInspection

/// The structures of `graft_debug.h` in the memory that a core keeps.
@Suite("Structures of a running program")
struct RunningProgramTests {
  private static let start: UInt64 = 0x7000_0000_0000

  /// A core whose memory at `start` has these bytes.
  private func memory(_ bytes: [UInt8], keeping count: Int? = nil) throws -> ProcessMemory {
    var image = MadeImage()
    image.type = 4
    image.sections = [.init(name: "memory", bytes: bytes)]
    image.segments = [.init(type: 1, address: Self.start, extent: .section(0))]
    let file = Array(image.bytes.prefix(count ?? .max))
    return ProcessMemory(.core(try CoreMemory(try ELFFile(bytes: file))))
  }

  private func words(_ words: [UInt64]) -> [UInt8] {
    words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
  }

  /// One image, one blocked name and one advice. The numbers are indices of words.
  private var whole: [UInt64] {
    func at(_ word: UInt64) -> UInt64 { Self.start + 8 * word }
    var words: [UInt64] = [32 << 32 | 1, at(4), at(7), at(10), 1, 4, at(13), 1, 4, at(31)]
    words += [1, 4, at(18), at(24), at(26), 0x1234, 2, 5, 0, at(28), at(29), at(30), at(31), 7]
    let texts: [[UInt8]] = [
      Array("/opt/libone.so\0\0".utf8), Array("Plug-in\0".utf8), [], Array("M/F:1\0\0\0".utf8),
      Array("Greeter\0".utf8), Array("greet\0\0\0".utf8), Array("all\0\0\0\0\0".utf8),
    ]
    for text in texts {
      var text = text
      if text.isEmpty { text = Array(repeating: 0, count: 8) }
      for part in stride(from: 0, to: text.count, by: 8) {
        words.append((0..<8).reduce(0) { $0 | UInt64(text[part + $1]) << (8 * UInt64($1)) })
      }
    }
    // Texts are read in blocks.
    return words + Array(repeating: 0, count: 64)
  }

  @Test("They are read as they are")
  func values() throws {
    let program = try RunningProgram(memory(words(whole)), at: Self.start)
    #expect(program.images.map(\.path.display) == ["/opt/libone.so"])
    #expect(program.images.map(\.plugin) == ["Plug-in"])
    #expect(program.images.map(\.state) == [.refused])
    #expect(program.images.map(\.recordsAddress) == [0x1234])
    #expect(program.blocked.map(\.name) == ["all"])
    #expect(program.advice.map(\.name) == [nil])
    #expect(program.advice.map(\.source) == ["M/F:1"])
    #expect(program.advice.map(\.requirement) == ["greet"])
  }

  @Test("Whatever a damaged or truncated core has, reading ends")
  func damaged() throws {
    var state: UInt64 = 5
    func number(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let values: [UInt64] = [0, 1, 1 << 16, 1 << 63, .max, .max - 7, Self.start, Self.start + 4]
    var failures = 0
    for _ in 0..<3000 {
      var damaged = whole
      for _ in 0...number(3) {
        damaged[number(40)] = values[number(values.count)] &+ UInt64(8 * number(40))
      }
      let count = number(4) == 0 ? 120 + number(400) : nil
      do {
        _ = try RunningProgram(memory(words(damaged), keeping: count), at: Self.start)
      } catch {
        failures += 1
      }
    }
    #expect(failures > 1000)
  }

  @Test("A long list of one image ends too")
  func long() throws {
    // As many pointers as a list may have, all to one image.
    let count: UInt64 = 1 << 16
    let image = Self.start + 8 * (6 + count)
    var words: [UInt64] = [32 << 32 | 1, Self.start + 32, 0, 0, count, count]
    words += Array(repeating: image, count: Int(count))
    words += [image + 40, 0, 0, 0, 1] + Array(repeating: 0x6161_6161_6161_6161, count: 1000)
    #expect(throws: InspectionError.self) {
      try RunningProgram(memory(self.words(words)), at: Self.start)
    }
  }
}
