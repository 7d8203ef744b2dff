// SPDX-License-Identifier: Apache-2.0

import Testing

/// Goes through all that can happen to what threads share without a lock, on a machine that
/// orders no more than it has to.
@Suite("The order of memory accesses") struct MemoryOrderTests {
  @Test(
    "Nothing is read before it is written, freed in use, or missed", arguments: LockFreeProtocol.all
  )
  func holds(each: LockFreeProtocol) {
    let (stateCount, flaw) = each.program.explore()
    #expect(flaw == nil)
    #expect(stateCount > 100)
  }

  @Test("The page names each access, with the order that it needs")
  func isDocumented() throws {
    let page = try DocumentationPage.text("memory-order.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|") }
    for (name, order) in LockFreeProtocol.orders {
      let row = rows.first { $0[0].contains("`\(name)`") }
      #expect(row?[2].contains(order.words) ?? false, "\(name)")
    }
  }

  @Test(
    "Each order is needed: with any of them weaker something goes wrong",
    arguments: LockFreeProtocol.all)
  func needsEach(each: LockFreeProtocol) {
    let weakened = each.program.weakened
    #expect(weakened.count >= 2)
    for (name, program) in weakened { #expect(program.explore().flaw != nil, "\(name)") }
  }
}
