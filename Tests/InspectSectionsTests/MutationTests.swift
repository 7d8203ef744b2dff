// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Damages fixtures in ways that repeat, and gives them to the command.
///
/// `MUTATIONS=200000 swift test --filter MutationTests` tries more.
@Suite("Mutations")
struct MutationTests {
  private static let wanted =
    ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(Int.init) ?? 5000
  private static let batch = 500

  /// SplitMix64: the same numbers everywhere.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var word = state
      word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
      return word ^ (word >> 31)
    }
  }

  private func seeds(_ fixture: Fixture) throws -> [[UInt8]] {
    let object = try fixture.object("greetings.c", ["-g", "-gz=zlib"])
    let shared = try fixture.link([object], as: "lib.so", ["-shared", "-Wl,-s", "-fuse-ld=lld"])
    let archive = try fixture.archive([object, try fixture.object("plain.c")], as: "lib.a")
    let names = fixture.scratch.path("names.a")
    try Command.run("llvm-ar", ["--format=bsd", "rc", names, object])
    let plain = try fixture.object("greetings.c", as: "old.o", ["-g", "-gz=none"])
    try Command.run("objcopy", ["--compress-debug-sections=zlib-gnu", plain])
    // The sections for Swift's runtime, in a program and in libraries it needs.
    let swift = try SwiftFixture.shared.get()
    let images = try [swift.program, swift.api].enumerated().map { index, path in
      try fixture.copy(path, as: "swift-\(index).so", "strip", [])
    }
    return try
      ([
        plain, names, object, shared, fixture.withoutSectionTable(shared), archive,
        fixture.archive([archive], as: "nested.a", "rc"),
        fixture.object("greetings.c", as: "big.o", target: "s390x-linux-gnu"),
        fixture.object("greetings.c", as: "small.o", target: "i386-linux-gnu"),
        fixture.link(
          [object], as: "relr.so", ["-shared", "-fuse-ld=lld", "-Wl,--pack-dyn-relocs=relr"]),
      ] + images).map { try fixture.scratch.bytes($0) }
  }

  /// Cuts, or overwrites some bytes, words and long words with extreme values;
  /// half of them in the first bytes, where the headers are.
  private func mutated(_ seed: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
    var bytes = seed
    if Int.random(in: 0..<8, using: &numbers) == 0 {
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
    }
    let extremes: [UInt64] = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, .max, .max >> 1]
    for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
      let limit = Bool.random(using: &numbers) ? min(64, bytes.count) : bytes.count
      let start = Int.random(in: 0..<limit, using: &numbers)
      let value =
        Bool.random(using: &numbers)
        ? numbers.next() : extremes.randomElement(using: &numbers) ?? 0
      let count = [1, 2, 4, 8].randomElement(using: &numbers) ?? 1
      for index in 0..<count where start + index < bytes.count {
        bytes[start + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }
    return bytes
  }

  @Test("no damaged file stops the command", .timeLimit(.minutes(60)))
  func damaged() throws {
    let fixture = try Fixture()
    let seeds = try seeds(fixture)
    var numbers = Numbers(state: 1)
    var made = 0
    // The same files for each batch: to make them takes longer than to read them.
    let scratch = try ScratchFolder()
    while made < Self.wanted {
      for index in 0..<min(Self.batch, Self.wanted - made) {
        _ = try scratch.write(
          mutated(seeds[(made + index) % seeds.count], &numbers), to: "\(index)")
      }
      made += Self.batch
      for verb in [
        ["list"], ["check"], ["resolve"], ["why", "Greeter"], ["dump"],
        ["dump", "--section", "graft_descriptors"],
        ["dump", "--section", ".debug_info"],
      ] {
        let run = try Command.outcome(
          "timeout", ["600", InspectSections.path] + verb + [scratch.path, "--format=json"])
        #expect(
          !run.wasKilled && (0...2).contains(run.status), "\(verb) after \(made): \(run.status)")
        #expect(String(run.output.utf8.suffix(11)) == ",\"exit\":\(run.status)}\n")
        // The reports are large: one of them is read as a whole.
        if made == Self.batch && verb == ["check"] {
          #expect(throws: Never.self) { try JSONValue.parse(run.output) }
        }
      }
    }
  }
}
