// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

extension Program {
  private struct Key: Hashable {
    let version: String
    let mode: Mode
  }

  private static let hosts = Once<Key, Program>()

  /// A program that opens what it is given and says what it found, with one version
  /// of its API; and a plug-in against that version.
  static func host(_ version: String, _ mode: Mode) async throws -> Program {
    let variant = "-\(version)"
    return try await hosts.value(for: Key(version: version, mode: mode)) {
      let fixture = Fixture(
        name: "Host" + variant,
        modules: [
          Module("HostAPI", of: "Host", "API/\(version).swift", variant: variant),
          Module("HostPlugin", of: "Host", variant: variant),
          Module("host", of: "Host", "main.swift", variant: variant),
        ])
      // Against later versions the plug-in of version 1 would not compile.
      let compiled = version == "v1" ? fixture : fixture.without("HostPlugin")
      let program = try await Program(compiled, mode)
      let libraries = ["Graft-dynamic", "HostAPI"]
      try program.link("libHostAPI.so", program.objects["HostAPI"])
      try program.link("host", program.objects["host"], libraries: libraries)
      if version == "v1" {
        try program.link("libplugin.so", program.objects["HostPlugin"], libraries: libraries)
      }
      return program
    }
  }
}

@Suite struct VersionTests {
  /// Opens the plug-in of version 1 in the program of another one.
  private func open(in version: String, _ mode: Mode) async throws -> Command.Outcome {
    let plugin = try await Program.host("v1", mode).folder + "libplugin.so"
    return try await Program.host(version, mode).run("host", [plugin])
  }

  @Test("A plug-in of the same version answers", arguments: Mode.allCases)
  func same(mode: Mode) async throws {
    let outcome = try await open(in: "v1", mode)
    #expect(outcome.output.contains("call: hello"), "\(outcome)")
    #expect(!outcome.output.contains("diagnostic"), "\(outcome)")
  }

  @Test(
    "A plug-in from before a requirement was inserted or moved is refused by shape",
    arguments: Mode.allCases, ["inserted", "reordered"])
  func refused(mode: Mode, version: String) async throws {
    let outcome = try await open(in: version, mode)
    #expect(outcome.succeeded, "\(outcome)")
    #expect(outcome.output.contains("call: nobody"), "\(outcome)")
    let reason = "it was compiled against another version of the protocol"
    #expect(outcome.output.contains("greet(): not HostPlugin.Greeting: \(reason)"), "\(outcome)")
    let diagnostic = "compiled against another version of Greeter: build it again"
    #expect(outcome.output.contains(diagnostic), "\(outcome)")
  }

  @Test(
    "A plug-in that needs a removed or changed requirement fails to open, and it is named",
    arguments: Mode.allCases, ["removed", "changed"])
  func unlinkable(mode: Mode, version: String) async throws {
    let outcome = try await open(in: version, mode)
    #expect(outcome.succeeded, "\(outcome)")
    #expect(outcome.output.contains("libplugin.so needs HostAPI._GraftBaseOfGreeter.part(A)"))
    let missing = "missing: HostAPI._GraftBaseOfGreeter.part(A) -> Swift.String"
    #expect(outcome.output.contains(missing), "\(outcome)")
    #expect(!outcome.output.contains("record:"), "\(outcome)")
  }
}
