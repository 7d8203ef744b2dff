// SPDX-License-Identifier: Apache-2.0

import TestSupport
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

  @Test("A diagnostic holds as long as its reason, and the list has one order")
  func current() async throws {
    let newer = try await ImageHost.variant("Alpha", "NEWER")
    var lists: [[String]] = []
    for order in [["libAlpha.so", newer], [newer, "libAlpha.so"]] {
      let lines = try await ImageHost.run(order.map { "open \($0)" } + ["call", "diagnostics"])
      lists.append(Array(lines.dropFirst(3)))
    }
    #expect(lists[0] == lists[1] && !lists[0].isEmpty, "\(lists)")
    // The one that counts goes: the other is no duplicate any more.
    let lines = try await ImageHost.run([
      "open libAlpha.so", "open \(newer)", "call", "diagnostics", "withdraw libAlpha-NEWER.so",
      "diagnostics", "call", "diagnostics", "reinstate libAlpha-NEWER.so", "diagnostics",
    ])
    let reasons = lines.filter { $0.contains("passed over, since") }
    #expect(reasons.count == 2 && reasons[0] == reasons[1], "\(lines)")
    // Without a call between.
    let torn = try await ImageHost.variant("OfLoud", "TORN")
    let conflict = try await ImageHost.run([
      "open \(torn)", "call", "conflicts", "withdraw libOfLoud-TORN.so", "conflicts",
    ])
    #expect(conflict.filter { $0.hasPrefix("conflicts: ") } == ["conflicts: 1", "conflicts: 0"])
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
