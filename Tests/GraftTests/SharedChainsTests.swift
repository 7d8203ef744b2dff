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
  private func chain(_ store: Registry, _ base: any ExtensionBase.Type) -> [String] {
    store.resolution(of: base).requirements[0].chain.map(\.extension.name)
  }

  /// The first node of the only requirement's chain.
  private func head(_ store: Registry, _ base: any ExtensionBase.Type) -> ChainNode? {
    store.answer(store.catchUp { $0.question(base, $1) }).resolved.chains.heads[0]
  }

  @Test("Subjects that meet the same conditions have the same chains, others have their own")
  func conditions() throws {
    let store = Registry()
    let first = head(store, LagoonExtension<Bora>.self)
    #expect(first != nil && head(store, LagoonExtension<Tahaa>.self) === first)
    #expect(head(store, LagoonExtension<Trench>.self)?.successors[0] === first)
    #expect(chain(store, LagoonExtension<Tahaa>.self) == ["GraftTests.BlueLagoon"])
    let deep = ["GraftTests.DeepLagoon", "GraftTests.BlueLagoon"]
    #expect(chain(store, LagoonExtension<Trench>.self) == deep)
    try store.change(.block("GraftTests.BlueLagoon"))
    #expect(head(store, LagoonExtension<Maupiti>.self) == nil)
    #expect(chain(store, LagoonExtension<Maupiti>.self) == [])
  }

  @Test("A change tells of each of them")
  func changes() throws {
    let store = Registry()
    _ = store.heads(of: LagoonExtension<Bora>.self)
    _ = store.heads(of: LagoonExtension<Tahaa>.self)
    let changes = try store.change(.block("GraftTests.BlueLagoon")).changes.answers
    #expect(Set(changes.map(\.subject)) == ["Bora", "Tahaa"])
    let before = changes.map { $0.before?.name }
    #expect(before == ["GraftTests.BlueLagoon", "GraftTests.BlueLagoon"])
  }

  @Test("Threads that ask about one subject at one time get the same links")
  func threads() async {
    let store = Registry()
    _ = store.heads(of: LagoonExtension<Bora>.self)
    @Sendable func heads<Inner>(_: Inner.Type, _ depth: Int) -> [[LinkAddress]] {
      if depth == 0 { return [] }
      return [store.heads(of: LagoonExtension<Ring<Inner>>.self)]
        + heads(Ring<Inner>.self, depth - 1)
    }
    let all = await withTaskGroup(of: [[LinkAddress]].self) { group in
      for _ in 0..<4 { group.addTask { heads(Int.self, 60) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.count == 4 && all.allSatisfy { $0 == all[0] })
    #expect(Set(all[0]).count == 60)
    // Two for each subject: the last one ends its chains.
    #expect(store.links.count == 2 * 61)
  }
}
