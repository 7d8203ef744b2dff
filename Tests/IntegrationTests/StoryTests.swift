// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension Fixture {
  fileprivate static let vendors = Fixture(
    name: "Vendors",
    modules: ["ShopAPI", "Booksellers", "Clearance"].map { Module($0, of: "Vendors") }
      + [Module("shop", of: "Vendors", "main.swift")])
}

extension Program {
  private static let vendors = Once<String, Program>()

  /// A shop, two vendors' plug-ins, and the second one's after an agreement.
  static func vendors() async throws -> Program {
    try await vendors.value(for: "") {
      let program = try await Program(.vendors, .debug)
      let libraries = ["Graft-dynamic", "ShopAPI"]
      try program.link("libShopAPI.so", program.objects["ShopAPI"])
      try program.link("shop", program.objects["shop"], libraries: libraries)
      for name in ["Booksellers", "Clearance"] {
        try program.link("lib\(name).so", program.objects[name], libraries: libraries)
      }
      let mended = Module("Clearance", of: "Vendors", variant: "-mended", flags: ["-D", "MENDED"])
      let object = try mended.compile(
        .debug, importing: Module.folder(of: "Vendors", .debug))
      try program.link("libClearance-2.so", [object], libraries: libraries)
      return program
    }
  }
}

/// The story of two vendors in `docs/examples/README.md`: what its sessions show is what
/// the command prints of files with these sources.
@Suite struct StoryTests {
  @Test("Two plug-ins that are each fine, together, and mended")
  func vendors() async throws {
    let program = try await Program.vendors()
    let page = try String(
      contentsOfFile: Folders.package + "docs/examples/README.md", encoding: .utf8)
    let sessions = page.components(separatedBy: "```").filter {
      $0.hasPrefix("console session=vendors\n$ ")
    }
    #expect(sessions.count == 3)
    for session in sessions {
      // A command can go on behind a backslash.
      let lines = session.split(separator: "\n").dropFirst()
      let count = 1 + lines.prefix { $0.hasSuffix("\\") }.count
      let command = lines.prefix(count).map { $0.hasPrefix("$ ") ? $0.dropFirst(2) : $0 }
        .joined(separator: "\n")
      let run = try Command(
        "bash",
        ["-c", "exec 2>&1; cd \(program.folder); PATH=\(Folders.products):$PATH\n\(command)"]
      ).run()
      let expected = lines.dropFirst(count).joined(separator: "\n")
      #expect(run.output == (expected.isEmpty ? "" : expected + "\n"), "\(command)\n\(run)")
    }
  }
}
