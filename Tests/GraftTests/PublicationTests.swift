// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Graft

/// Goes through every order of the steps of several threads. The registry's side
/// of a publication is its own code, the rest a model of what the loader and calls
/// do, one access to shared memory at a time.
@Suite struct PublicationTests {
  /// Image 0 is there at the beginning; the others arrive. The cell itself serves
  /// subject 0, its table the others. Image 2 concerns subject 1 only.
  @Test(
    "No answer is torn, stale or lost, in whichever order the steps come",
    arguments: [
      [.arrival(1), .call(), .call()],
      [.arrival(1), .arrival(2), .call()],
      [.arrival(1), .withdrawal(0), .call()],
      [.withdrawal(0), .call(), .call()],
      [.arrival(1), .withdrawal(1), .call()],
      [.arrival(1), .arrival(2), .withdrawal(0)],
      [.arrival(1), .call(1), .call(2)],
      [.arrival(1), .call(1), .call(1)],
      [.arrival(1), .arrival(2), .call(1)],
      [.arrival(2), .call(1), .call(2)],
      [.arrival(2), .call(), .call(2)],
      [.arrival(1), .arrival(2), .call(2)],
      [.arrival(2), .withdrawal(0), .call(2)],
      [.arrival(2), .withdrawal(0), .call(1)],
      [.arrival(2), .withdrawal(2), .call(2)],
      [.refresh, .arrival(2), .call(2)],
      [.arrival(1), .withdrawal(0), .call(1)],
      [.refresh, .call(1), .call(2)],
      [.refresh, .arrival(1), .call(1)],
      [.refresh, .withdrawal(0), .call(1)],
      [.withdrawal(0), .call(1), .call(2)],
    ] as [[ModelThread]])
  func allOrders(threads: [ModelThread]) {
    let subjects = Set(threads.flatMap { $0.kind == .call ? [$0.subject] : [] })
    // Before, somebody else called, or nobody did.
    for isPublished in [false, true] {
      var memory = ModelMemory()
      if isPublished { memory.publish(for: subjects.isEmpty ? [0] : subjects.union([2])) }
      var seen: Set<ModelState> = []
      var open = [ModelState(memory: memory, threads: threads)]
      while let state = open.popLast() {
        guard seen.insert(state).inserted else { continue }
        let next = state.successors()
        if next.isEmpty { #expect(state.isRight, "\(state)") }
        open += next
      }
      #expect(seen.count > 100)
    }
  }
}
