// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What one build after the other costs, and what they leave behind.
@Suite struct BuildTests {
  private static let builds = (1...6).map { "libAlpha.so.\($0)" }

  private func copies(in name: String) async throws -> String {
    let program = try await ImageHost.program()
    let folder = try Folders.make("Images/\(name)")
    for build in Self.builds {
      let path = folder + build
      try FileManager.default.copyItem(atPath: program.folder + "libAlpha.so", toPath: path)
      try Command.run("patchelf", ["--set-rpath", program.folder, path])
    }
    return folder
  }

  @Test("Each build resolves the subjects in use once, and leaves the links of its extensions")
  func builds() async throws {
    let folder = try await copies(in: "builds")
    let lines = try await ImageHost.run(
      ["call", "work"]
        + Self.builds.flatMap { ["load \(folder)\($0) identity=libAlpha.so", "work"] }
        + ["call", "work"])
    let work = lines.filter { $0.hasPrefix("work: ") }
    // Two extensions, for Dog and Cat. The links below stay.
    #expect(
      Array(work.dropFirst()) == Self.builds.map { _ in "work: 2 resolutions, 4 links" }
        + ["work: 0 resolutions, 0 links"], "\(lines)")
    #expect(lines.dropLast().last == "Dog alpha, default; Cat alpha, default")
  }

  @Test("A build that comes and goes leaves nothing more behind")
  func rounds() async throws {
    let folder = try await copies(in: "rounds")
    let first = Self.builds[0]
    let round = [
      "load \(folder)\(first) identity=libAlpha.so", "call", "withdraw \(first)", "work",
    ]
    let lines = try await ImageHost.run(
      ["call", "work"] + Array(repeating: round, count: 5).flatMap(\.self))
    let work = lines.filter { $0.hasPrefix("work: ") }
    #expect(
      Array(work.dropFirst()) == ["work: 4 resolutions, 4 links"]
        + Array(repeating: "work: 4 resolutions, 0 links", count: 4), "\(lines)")
  }

  @Test("What an image can't change is neither resolved nor asked for at the next call")
  func others() async throws {
    // It names a protocol that the host does not call, and brings no conformance of its types.
    let lines = try await ImageHost.run(["call", "work", "open libIdling.so", "call", "work"])
    #expect(lines.last == "work: 0 resolutions, 0 links", "\(lines)")
    #expect(lines.filter { $0.hasPrefix("Dog") }.count == 2)
  }
}
