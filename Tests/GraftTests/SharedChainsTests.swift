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

@Suite("Chains of several subjects", .serialized)
struct SharedChainsTests {
  private func chain(_ store: RegistryStore, _ base: any ExtensionBase.Type) -> [String] {
    store.resolution(of: base).requirements[0].chain.map(\.extension.name)
  }

  private func number(
    _ store: RegistryStore, _ base: any ExtensionBase.Type
  ) -> OrderedCandidates.Number? {
    _ = store.head(base)
    return store.state.withLock { $0.published[base]?.number }
  }

  @Test("Subjects that meet the same conditions have the same chains, others have their own")
  func conditions() {
    let store = RegistryStore()
    let first = number(store, LagoonExtension<Bora>.self)
    #expect(first != nil && number(store, LagoonExtension<Tahaa>.self) == first)
    #expect(number(store, LagoonExtension<Trench>.self) != first)
    #expect(chain(store, LagoonExtension<Tahaa>.self) == ["GraftTests.BlueLagoon"])
    let deep = ["GraftTests.DeepLagoon", "GraftTests.BlueLagoon"]
    #expect(chain(store, LagoonExtension<Trench>.self) == deep)
    _ = store.block("GraftTests.BlueLagoon")
    #expect(number(store, LagoonExtension<Maupiti>.self) != first)
    #expect(chain(store, LagoonExtension<Maupiti>.self) == [])
  }

  @Test("A change tells of each of them")
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
