// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The parts of the example `fleet` that need neither Spark nor much time;
/// `Tests/commands/fleet` tests the rest.
@Suite("The fleet of files")
struct FleetTests {
  private static let folder = Folders.package + "docs/examples/fleet/"

  private static func files(_ ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }
  }

  @Test("is written in Python that compiles")
  func compiles() throws {
    let files = try Self.files(".py")
    #expect(files.contains("fleet/scan.py"))
    let program = "import sys\nfor name in sys.argv[1:]: compile(open(name).read(), name, 'exec')"
    let run = try Command.outcome(
      "python3", ["-W", "error", "-c", program] + files, in: Self.folder)
    #expect(run.succeeded, "\(run)")
  }

  @Test("asks questions that the page names")
  func questions() throws {
    let page = try String(
      contentsOfFile: Folders.package + "docs/examples/README.md", encoding: .utf8)
    let files = try Self.files(".sql")
    #expect(files.count == 4)
    for file in files { #expect(page.contains("`docs/examples/fleet/\(file)`"), "\(file)") }
  }

  @Test("finds files, unpacks layers and looks into them as its tests say")
  func tasks() throws {
    let words = [
      "PYTHONPATH=\(Self.folder)", "PYTHONDONTWRITEBYTECODE=1",
      "INSPECT_SECTIONS=\(Folders.products)inspect-sections",
      "python3", "-m", "unittest", "discover", "-s", "tests",
    ]
    let run = try Command.outcome("env", words, in: Self.folder)
    #expect(run.succeeded && !run.errors.contains("skipped"), "\(run)")
    #expect(run.errors.contains(#/Ran \d{2} tests/#), "\(run)")
  }
}
