// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Extensible
protocol Lagoon {
  func look() -> String
}

protocol Deep {}

@Extension
private final class BlueLagoon<Subject: Lagoon>: LagoonExtension<Subject> {
  override func look(_ subject: Subject) -> String { "blue" }
}

@Extension
private final class DeepLagoon<Subject: Lagoon & Deep>: LagoonExtension<Subject> {
  override func look(_ subject: Subject) -> String { "deep, " + super.look(subject) }
}

private struct Bora: Lagoon {}
private struct Tahaa: Lagoon {}
private struct Maupiti: Lagoon {}
private struct Trench: Lagoon, Deep {}
/// So many types as are asked for.
private struct Ring<Inner>: Lagoon {}

@Suite("Chains that subjects have in common", .serialized)
struct CommonChainsTests {
  private func chain(_ store: RegistryStore, _ base: any ExtensionBase.Type) -> [String] {
    store.resolution(of: base).requirements[0].chain.map(\.extension.name)
  }

  /// Whether the answer is there and was not resolved for the subject itself.
  private func isTakenOver(_ store: RegistryStore, _ base: any ExtensionBase.Type) -> Bool {
    store.state.withLock { state in
      state.published[base] != nil
        && state.subjects.all.contains { $0.base == base && $0.version == nil }
    }
  }

  @Test("A subject that meets the same conditions as the one before has its chains")
  func takenOver() throws {
    let store = RegistryStore()
    _ = store.head(LagoonExtension<Bora>.self)
    #expect(!isTakenOver(store, LagoonExtension<Bora>.self))
    let heads = store.head(LagoonExtension<Tahaa>.self)
    #expect(isTakenOver(store, LagoonExtension<Tahaa>.self))
    #expect(store.head(LagoonExtension<Tahaa>.self) == heads)
    let numbers = store.state.withLock { state in
      [state.published[LagoonExtension<Bora>.self], state.published[LagoonExtension<Tahaa>.self]]
        .map { $0?.number }
    }
    #expect(numbers[0] != nil && numbers[0] == numbers[1])
    #expect(chain(store, LagoonExtension<Tahaa>.self) == ["GraftTests.BlueLagoon"])
    #expect(store.state.withLock { $0.resolutionCount } == 3)
  }

  @Test("One that meets others is resolved, and so is the first after a change")
  func others() {
    let store = RegistryStore()
    _ = store.head(LagoonExtension<Bora>.self)
    _ = store.head(LagoonExtension<Trench>.self)
    #expect(!isTakenOver(store, LagoonExtension<Trench>.self))
    let deep = ["GraftTests.DeepLagoon", "GraftTests.BlueLagoon"]
    #expect(chain(store, LagoonExtension<Trench>.self) == deep)
    _ = store.block("GraftTests.BlueLagoon")
    _ = store.head(LagoonExtension<Maupiti>.self)
    #expect(!isTakenOver(store, LagoonExtension<Maupiti>.self))
    #expect(chain(store, LagoonExtension<Maupiti>.self) == [])
  }

  @Test("What has them goes with later changes")
  func changes() throws {
    let store = RegistryStore()
    _ = store.head(LagoonExtension<Bora>.self)
    _ = store.head(LagoonExtension<Tahaa>.self)
    let changes = store.block("GraftTests.BlueLagoon")
    #expect(Set(changes.map(\.subject)) == ["Bora", "Tahaa"])
    let before = changes.map { $0.before?.name }
    #expect(before == ["GraftTests.BlueLagoon", "GraftTests.BlueLagoon"])
  }

  @Test("Threads that ask about one subject at one time get the same links")
  func threads() async {
    let store = RegistryStore()
    _ = store.head(LagoonExtension<Bora>.self)
    @Sendable func heads<Inner>(_: Inner.Type, _ depth: Int) -> [[LinkAddress]] {
      if depth == 0 { return [] }
      return [store.head(LagoonExtension<Ring<Inner>>.self)] + heads(Ring<Inner>.self, depth - 1)
    }
    let all = await withTaskGroup(of: [[LinkAddress]].self) { group in
      for _ in 0..<4 { group.addTask { heads(Int.self, 60) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.count == 4 && all.allSatisfy { $0 == all[0] })
    #expect(Set(all[0]).count == 60)
    // Two for each subject: the last one ends its chains.
    #expect(store.state.withLock { $0.links.count } == 2 * 61)
  }
}
