// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDiagnostics
import Testing

@Suite("Expansions")
struct ExpansionTests {
  @Test("Declarations become what is written down", arguments: Golden.cases(in: "Expansions"))
  func expansions(_ golden: Golden) throws {
    let expanded = try ExpandedSource(golden.source())
    #expect(expanded.diagnostics.map(\.message) == [])
    try golden.check(expanded.text)
  }

  @Test("What code of other modules calls has the header's epoch in its name")
  func epoch() throws {
    let header = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CGraft/include/graft_epoch.h")
    let text = try String(contentsOf: header, encoding: .utf8)
    let epoch = try #require(text.firstMatch(of: /#define GRAFT_EPOCH (\d+)/)).1
    let expanded = ExpandedSource("@Extensible public protocol Greeter { func greet() }").text
    #expect(expanded.contains("func _graft\(epoch)_Greeter_0()"))
    #expect(expanded.contains("func _graft\(epoch)_ownHead<"))
  }
}
