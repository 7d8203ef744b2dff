// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct DuplicateTests {
  private let libraries = ["Graft-dynamic", "HostAPI"]

  @Test("Of the same extension in two images, the executable's counts")
  func executable() async throws {
    let host = try await Program.host("v1", .debug)
    try host.link("with-plugin", host.objects["host", "HostPlugin"], libraries: libraries)
    let outcome = try host.run("with-plugin", [host.folder + "libplugin.so"])
    #expect(outcome.output.contains("greet(): HostPlugin.Greeting in with-plugin\n"), "\(outcome)")
    expectDuplicate(outcome, in: "libplugin.so", of: "with-plugin")
  }

  @Test("Of two plug-ins with the same extension, the lower identity's counts")
  func lowestIdentity() async throws {
    let host = try await Program.host("v1", .debug)
    for name in ["libaaa.so", "libzzz.so"] {
      try host.link(name, host.objects["HostPlugin"], libraries: libraries)
    }
    let plugins = ["libaaa.so", "libzzz.so"].map { host.folder + $0 }
    for outcome in [try host.run("host", plugins), try host.run("host", plugins.reversed())] {
      #expect(outcome.output.contains("greet(): HostPlugin.Greeting in libaaa.so\n"), "\(outcome)")
      expectDuplicate(outcome, in: "libzzz.so", of: "libaaa.so")
    }
  }

  private func expectDuplicate(_ outcome: Command.Outcome, in image: String, of kept: String) {
    #expect(outcome.output.contains("call: hello"), "\(outcome)")
    let reason = "greet(): not HostPlugin.Greeting: \(kept) brings the same extension"
    #expect(outcome.output.contains(reason), "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    let diagnostic = lines.first { $0.contains("passed over, since") }
    #expect(diagnostic?.contains("in \(image): ") == true, "\(outcome)")
    #expect(diagnostic?.contains("/\(kept) brings the same extension") == true, "\(outcome)")
    #expect(!outcome.output.contains("conflict"), "\(outcome)")
  }
}
