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

/// Stores beside that of the process, which what happens in these tests does not reach.
@Suite("Stores that tests make")
struct RegistryStoreTests {
  struct Boat: Ferry, Steam {}

  private func chain(_ store: RegistryStore) -> [String] {
    store.resolution(of: FerryExtension<Boat>.self).requirements[0].chain.map(\.extension.name)
  }

  private static let steam = "GraftTests.SteamFerry"
  private static let rowed = "GraftTests.RowedFerry"

  @Test("What is blocked in one counts in another")
  func blocked() {
    let store = RegistryStore()
    #expect(chain(store) == [Self.steam, Self.rowed])
    #expect(store.block(Self.steam) == [])
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
    let store = RegistryStore(
      source: ImageSource(
        arrivalCount: { UInt64(arrivals.value.load(ordering: .relaxed)) },
        images: { last in
          arrivals.value.load(ordering: .relaxed) == 0 ? [] : LoadedImages.images(after: last)
        }))
    #expect(store.images == [])
    #expect(chain(store) == [])
    arrivals.value.store(1, ordering: .relaxed)
    #expect(chain(store) == [Self.steam, Self.rowed])
    #expect(store.images == ExtensionRegistry.images)
  }

  @Test("A call goes where the store that published last says")
  func published() {
    struct Raft: Ferry, Steam {}
    let store = RegistryStore()
    _ = store.block(Self.steam)
    _ = store.head(FerryExtension<Raft>.self)
    #expect(Raft().cross() == "rowed")
    guard case .made(let changes) = store.unblock(Self.steam, judgedBy: nil) else {
      Issue.record("it was not blocked")
      return
    }
    #expect(changes.map(\.after?.name) == [Self.steam])
    #expect(Raft().cross() == "by steam, rowed")
  }

  @Test("Whoever wants to know is told of what counts, and of nothing else")
  func observers() {
    let count = Count()
    let store = RegistryStore()
    store.whenCountChanges { count.value.add(1, ordering: .relaxed) }
    _ = store.block(Self.steam)
    #expect(count.value.load(ordering: .relaxed) == 1)
    _ = store.block(Self.steam)
    _ = store.change { _ in .intercepted { _ in true } }
    #expect(count.value.load(ordering: .relaxed) == 1)
  }

  @Test("Advice in one store is in front of no chain of another")
  func advice() throws {
    struct Barge: Ferry {}
    let store = AdviceStore()
    let place = AdvisedPlace(.type(FerryExtension<Barge>.self), 0)
    let token = try store.install(
      CallAdvice<Barge, Void, Void>(before: { _, _ in }), at: place,
      AdviceOptions([.named("RegistryStoreTests")]), source: "")
    func advice(_ store: RegistryStore) -> [String?] {
      store.resolution(of: FerryExtension<Barge>.self).requirements[0].advice.map(\.name)
    }
    #expect(advice(store.registry) == ["RegistryStoreTests"])
    #expect(advice(.shared) == [])
    #expect(!ExtensionRegistry.advice.contains { $0.name == "RegistryStoreTests" })
    #expect(token.isInstalled)
    #expect(try token.remove())
    #expect(advice(store.registry) == [])
  }

  private final class Count: Sendable { let value = Atomic(0) }
}
