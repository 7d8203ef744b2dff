// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Synchronization
import Testing

@Extensible
protocol Ferry {
  func cross() -> String
}

protocol Steam {}

@Extension
final class RowedFerry<Subject: Ferry>: FerryExtension<Subject> {
  override func cross(_ subject: Subject) -> String { "rowed" }
}

@Extension
final class SteamFerry<Subject: Ferry & Steam>: FerryExtension<Subject> {
  override func cross(_ subject: Subject) -> String { "by steam, " + super.cross(subject) }
}

/// Registries beside that of the process, which what happens in these tests does not reach.
@Suite("Registries that tests make")
struct RegistryTests {
  struct Boat: Ferry, Steam {}

  private func chain(
    _ store: Registry, _ base: any ExtensionBase.Type = FerryExtension<Boat>.self
  ) -> [String] {
    store.resolution(of: base).requirements[0].chain.map(\.extension.name)
  }

  private static let steam = "GraftTests.SteamFerry"
  private static let rowed = "GraftTests.RowedFerry"

  @Test("What is blocked in one counts in another")
  func blocked() throws {
    let store = Registry()
    #expect(chain(store) == [Self.steam, Self.rowed])
    #expect(try store.change(.block(Self.steam)).changes == [])
    #expect(chain(store) == [Self.rowed])
    #expect(
      store.resolution(of: FerryExtension<Boat>.self).requirements[0].exclusions.map(\.reason)
        == [.blocked])
    #expect(chain(.shared) == [Self.steam, Self.rowed])
    #expect(!ExtensionRegistry.blocked.contains(Self.steam))
  }

  @Test("One without images has no extension, and takes in what arrives")
  func images() {
    let arrivals = Count()
    let store = Registry(
      source: ImageSource(
        arrivalCount: { UInt64(arrivals.value.load(ordering: .relaxed)) },
        images: { last in
          arrivals.value.load(ordering: .relaxed) == 0 ? [] : LoadedImages.images(after: last)
        }))
    #expect(store.images.isEmpty)
    #expect(chain(store) == [])
    arrivals.value.store(1, ordering: .relaxed)
    #expect(chain(store) == [Self.steam, Self.rowed])
    #expect(store.images.map(\.image) == ExtensionRegistry.images)
  }

  @Test("An image that arrives while a change is answered is taken in behind it")
  func arrivalInChange() throws {
    struct Canoe: Ferry {}
    // After so many more looks at it, the loader's table has everything once more.
    let looksLeft = Count()
    looksLeft.value.store(.max, ordering: .relaxed)
    let store = Registry(
      source: ImageSource(
        arrivalCount: { looksLeft.value.subtract(1, ordering: .relaxed).newValue < 0 ? 2 : 1 },
        images: { _ in LoadedImages.images(after: nil) }))
    let base = FerryExtension<Canoe>.self
    _ = store.heads(of: base)
    // The first is at the copy of the program, the second at the question.
    looksLeft.value.store(1, ordering: .relaxed)
    try store.change(.block(Self.steam))
    #expect(looksLeft.value.load(ordering: .relaxed) < 0)
    #expect(store.images.count == 2 * ExtensionRegistry.images.count)
    #expect(chain(store, base) == [Self.rowed])
  }

  @Test("A call goes where the store that published last says")
  func published() throws {
    struct Raft: Ferry, Steam {}
    let store = Registry()
    try store.change(.block(Self.steam))
    _ = store.heads(of: FerryExtension<Raft>.self)
    #expect(Raft().cross() == "rowed")
    let changes = try store.change(.unblock(Self.steam)).changes.answers
    #expect(changes.map(\.after?.name) == [Self.steam])
    #expect(Raft().cross() == "by steam, rowed")
  }

  @Test("Whoever wants to know is told of what counts, and of nothing else")
  func observers() throws {
    let count = Count()
    let store = Registry()
    store.whenCountChanges { _ in count.value.add(1, ordering: .relaxed) }
    try store.change(.block(Self.steam))
    #expect(count.value.load(ordering: .relaxed) == 1)
    #expect(throws: ChangeRefusal.self) { try store.change(.block(Self.steam)) }
    #expect(count.value.load(ordering: .relaxed) == 1)
  }

  @Test("Advice in one store is in front of no chain of another")
  func advice() throws {
    struct Barge: Ferry {}
    let store = Registry()
    let place = AdvisedRequirement(.type(FerryExtension<Barge>.self), 0)
    let token = try store.install(
      CallAdvice<GeneratedCode.PlainCall<Barge>, Void, Void>(before: { _, _ in }), at: place,
      AdviceOptions([.named("RegistryTests")]), source: "", owner: .program)
    func advice(_ store: Registry) -> [String?] {
      store.resolution(of: FerryExtension<Barge>.self).requirements[0].advice.map(\.name)
    }
    #expect(advice(store) == ["RegistryTests"])
    #expect(advice(.shared) == [])
    #expect(!ExtensionRegistry.advice.contains { $0.name == "RegistryTests" })
    #expect(token.isInstalled)
    #expect(try token.remove())
    #expect(advice(store) == [])
  }

  private final class Count: Sendable { let value = Atomic(0) }
}
