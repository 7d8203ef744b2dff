// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Extensible
protocol Canal {
  func pass() -> String
}

protocol Locked {}
protocol Tolled {}

@Extension
private final class OpenCanal<Subject: Canal>: CanalExtension<Subject> {
  override func pass(_ subject: Subject) -> String { "open" }
}

@Extension
private final class LockedCanal<Subject: Canal & Locked>: CanalExtension<Subject> {
  override func pass(_ subject: Subject) -> String { "locked, " + super.pass(subject) }
}

@Extension
private final class TolledCanal<Subject: Canal & Locked & Tolled>: CanalExtension<Subject> {
  override func pass(_ subject: Subject) -> String { "tolled, " + super.pass(subject) }
}

private struct Ditch: Canal {}
private struct Sluice: Canal, Locked {}
private class Basin: Locked {}
private final class Dock: Basin, Canal, Tolled {}
private struct Pipe<Water>: Canal, Locked {}
private struct Bridge<Road>: Canal {}
extension Bridge: Locked where Road: Locked {}
private struct Weir: Canal {}
extension Weir: @MainActor Locked {}

/// For one test only: stores share the cells of a protocol.
@Extensible
protocol Quay {
  func moor() -> String
}

private struct East: Quay {}
private struct West: Quay {}
private final class North: Quay {}

/// What is asked and done, and not how long it takes.
@Suite("Work that the registry does", .serialized)
struct RegistryWorkTests {
  private static let open = "GraftTests.OpenCanal"
  private static let locked = "GraftTests.LockedCanal"
  private static let tolled = "GraftTests.TolledCanal"

  private func resolutions(of store: Registry, _ body: () throws -> Void) rethrows -> Int {
    let before = store.state.withLock { $0.resolved.resolutionCount }
    try body()
    return store.state.withLock { $0.resolved.resolutionCount } - before
  }

  private func chain(_ store: Registry, _ base: any ExtensionBase.Type) -> [String] {
    store.resolution(of: base).requirements[0].chain.map(\.extension.name)
  }

  // MARK: Changes

  @Test("To block a name that nobody has resolves nothing")
  func blockNobody() throws {
    let store = Registry()
    _ = store.heads(of: CanalExtension<Ditch>.self)
    #expect(try resolutions(of: store) { try store.change(.block("GraftTests.Nobody")) } == 0)
    #expect(store.withState { $0.program.blocked } == ["GraftTests.Nobody"])
  }

  @Test("A change resolves each subject that it concerns once, and no other")
  func concerned() throws {
    struct Skiff: Ferry, Steam {}
    let store = Registry()
    _ = store.heads(of: CanalExtension<Ditch>.self)
    _ = store.heads(of: CanalExtension<Sluice>.self)
    _ = store.heads(of: FerryExtension<Skiff>.self)
    #expect(try resolutions(of: store) { try store.change(.block(Self.locked)) } == 2)
    #expect(chain(store, CanalExtension<Sluice>.self) == [Self.open])
    let judged = try resolutions(of: store) {
      let changes = try store.change(.unblock(Self.locked), onConflict: .firstByName).changes
      #expect(changes.answers.map(\.subject) == ["Sluice"])
    }
    #expect(judged == 2)
    #expect(chain(store, CanalExtension<Sluice>.self) == [Self.locked, Self.open])
  }

  @Test("Going back and forth makes no link")
  func links() throws {
    let store = Registry()
    _ = store.heads(of: CanalExtension<Sluice>.self)
    try store.change(.block(Self.open))
    try store.change(.unblock(Self.open))
    let count = store.links.count
    for _ in 0..<10 {
      try store.change(.block(Self.open))
      try store.change(.unblock(Self.open))
    }
    #expect(store.links.count == count)
  }

  // MARK: Conformances

  private enum Answer { case conforms, doesNot, undecided }

  private func answer(_ type: Any.Type, _ wanted: Any.Type) -> Answer {
    _ = ConformanceTable.read()
    let wanted = ExistentialType(TypeMetadata(wanted))!.protocols[0]
    return switch TypeMetadata(type).conformance(to: wanted) {
    case .conforms(let table):
      // As the runtime has it.
      SwiftRuntime.witnessTable(of: TypeMetadata(type), for: wanted) == table
        ? .conforms : .undecided
    case .doesNot: .doesNot
    case .undecided: .undecided
    }
  }

  @Test("What a type declares or inherits is known, and what it does not declare too")
  func plain() {
    #expect(answer(Sluice.self, (any Locked).self) == .conforms)
    #expect(answer(Ditch.self, (any Locked).self) == .doesNot)
    #expect(answer(Dock.self, (any Tolled).self) == .conforms)
    #expect(answer(Dock.self, (any Locked).self) == .conforms)
    #expect(answer(Basin.self, (any Tolled).self) == .doesNot)
    #expect(answer(Pipe<Int>.self, (any Locked).self) == .conforms)
    #expect(answer(Pipe<Int>.self, (any Tolled).self) == .doesNot)
  }

  @Test("Conditions, actors and types without a descriptor are for the runtime to decide")
  func undecided() {
    #expect(answer(Bridge<Sluice>.self, (any Locked).self) == .undecided)
    #expect(answer(Bridge<Int>.self, (any Locked).self) == .undecided)
    #expect(answer(Weir.self, (any Locked).self) == .undecided)
    #expect(answer((Int, Int).self, (any Locked).self) == .undecided)
    #expect(answer((any Locked).self, (any Locked).self) == .undecided)
  }

  @Test("The declarations of plain subjects decide")
  func declarations() {
    let store = Registry()
    _ = store.heads(of: CanalExtension<Dock>.self)
    func hasAskedOthers(_ base: any ExtensionBase.Type) -> Bool {
      let memo = store.withState { $0.program.memo(of: base.extensibleProtocol.name) }
      return !ResolvedChains(base, memo, ConformanceTable.read()).isOfDeclarations
    }
    #expect(!hasAskedOthers(CanalExtension<Ditch>.self))
    #expect(!hasAskedOthers(CanalExtension<Sluice>.self))
    #expect(!hasAskedOthers(CanalExtension<Dock>.self))
    #expect(!hasAskedOthers(CanalExtension<Pipe<Int>>.self))
    #expect(hasAskedOthers(CanalExtension<Bridge<Sluice>>.self))
    #expect(hasAskedOthers(CanalExtension<Weir>.self))
  }

  @Test("The answers are those of the accessors, however they were found")
  func answers() {
    let store = Registry()
    #expect(chain(store, CanalExtension<Ditch>.self) == [Self.open])
    #expect(chain(store, CanalExtension<Dock>.self) == [Self.tolled, Self.locked, Self.open])
    for _ in 0..<2 {
      #expect(Ditch().pass() == "open")
      #expect(Sluice().pass() == "locked, open")
      #expect(Dock().pass() == "tolled, locked, open")
      #expect(Pipe<Int>().pass() == "locked, open")
      #expect(Bridge<Sluice>().pass() == "locked, open")
      #expect(Bridge<Int>().pass() == "open")
      // An isolated conformance counts on its actor only, though it requires nothing.
      #expect(Weir().pass() == "open")
    }
    let exclusions = store.resolution(of: CanalExtension<Sluice>.self).requirements[0].exclusions
    #expect(exclusions.map(\.reason) == [.constraint("Tolled")])
  }

  // MARK: Cells

  @Test("To take out one subject's answer leaves those of others")
  func emptyOne() {
    let store = Registry()
    let bases: [any ExtensionBase.Type] = [
      QuayExtension<East>.self, QuayExtension<West>.self, QuayExtension<North>.self,
    ]
    let cell = bases[0].extensibleProtocol.cells[0].cell
    func isShown(_ base: any ExtensionBase.Type) -> Bool {
      let type = GeneratedCode.DispatchKey.ofErased(base.subject)
      return cell.search(
        for: type ^ (GeneratedCode.DispatchKey.isClass(type) ? cell.pointee.classTag : 0))
        != nil
    }
    for taken in bases {
      for base in bases { _ = store.heads(of: base) }
      store.state.withLock { $0.published.empty(taken) }
      #expect(bases.map(isShown) == bases.map { $0 != taken })
    }
  }
}
