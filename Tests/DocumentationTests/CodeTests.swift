// SPDX-License-Identifier: Apache-2.0

import Foundation
import Graft
import TestSupport
import Testing

@Suite("The ABI's numbers are those of the code")
struct CodeTests {
  private func abi() throws -> [String] {
    try #require(Page.all.first { $0.path == "docs/abi.md" }).lines
  }

  @Test("Operations and outcomes of the header")
  func header() throws {
    let folder = Folders.package + "Sources/CGraft/include/"
    let header = try String(contentsOfFile: folder + "graft_record.h", encoding: .utf8)
    let constants = header.matches(of: #/(GRAFT_(?:OPERATION|OUTCOME)_\w+) = (\d+)/#)
    #expect(constants.count > 8)
    let page = try abi()
    for constant in constants {
      let row = "| \(constant.output.2) | `\(constant.output.1)` |"
      #expect(page.contains { $0.hasPrefix(row) }, "\(row)")
    }
  }

  @Test("Flaws")
  func flaws() throws {
    let section = try abi().drop { $0 != "## Flaws" }
    for code in DescriptorFlaw.Code.allCases {
      let flaw = DescriptorFlaw(code, offset: 0)
      let lost =
        flaw.refusesImage
        ? "the image" : flaw.givesUpSection ? "the rest of the section" : "the record"
      #expect(
        section.contains { $0.hasPrefix("| \(code.rawValue) |") && $0.hasSuffix("| \(lost) |") },
        "\(code)")
    }
  }
}
