// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Extensible
protocol Route {
  func stops() -> [String]
  func lamps() -> [String]
}

protocol Paved {}
protocol Lit {}
protocol Toll: Route {}
protocol Short {}

extension ChainHistoryTests.Crossing: Paved where Way: Paved {}

@Extension
final class AnyRoute<Subject: Route>: RouteExtension<Subject> {
  override func stops(_ subject: Subject) -> [String] {
    ["AnyRoute"] + (hasNext(.stops) ? super.stops(subject) : [])
  }
  override func lamps(_ subject: Subject) -> [String] {
    ["AnyRoute"] + (hasNext(.lamps) ? super.lamps(subject) : [])
  }
}

@Extension
final class PavedRoute<Subject: Route & Paved>: RouteExtension<Subject> {
  override func stops(_ subject: Subject) -> [String] {
    ["PavedRoute"] + (hasNext(.stops) ? super.stops(subject) : [])
  }
  override func lamps(_ subject: Subject) -> [String] {
    ["PavedRoute"] + (hasNext(.lamps) ? super.lamps(subject) : [])
  }
}

@Extension
final class LitRoute<Subject: Route & Lit>: RouteExtension<Subject> {
  override func stops(_ subject: Subject) -> [String] {
    ["LitRoute"] + (hasNext(.stops) ? super.stops(subject) : [])
  }
}

@Extension(priority: 2)
final class LitPavedRoute<Subject: Route & Lit & Paved>: RouteExtension<Subject> {
  override func stops(_ subject: Subject) -> [String] {
    ["LitPavedRoute"] + (hasNext(.stops) ? super.stops(subject) : [])
  }
  override func lamps(_ subject: Subject) -> [String] {
    ["LitPavedRoute"] + (hasNext(.lamps) ? super.lamps(subject) : [])
  }
}

@Extension
final class TollRoute<Subject: Toll>: RouteExtension<Subject> {
  override func lamps(_ subject: Subject) -> [String] {
    ["TollRoute"] + (hasNext(.lamps) ? super.lamps(subject) : [])
  }
}

@Extension(priority: 1)
final class ShortRoute<Subject: Route>: RouteExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { subject is any Short.Type }
  override func stops(_ subject: Subject) -> [String] {
    ["ShortRoute"] + (hasNext(.stops) ? super.stops(subject) : [])
  }
}

@Extension(priority: 1)
final class FirstRoute<Subject: Route>: RouteExtension<Subject> {
  override func stops(_ subject: Subject) -> [String] {
    ["FirstRoute"] + (hasNext(.stops) ? super.stops(subject) : [])
  }
}

/// Chains are found by those before, so what they are must not depend on what there was.
@Suite("Chains after any history")
struct ChainHistoryTests {
  struct Path: Route {}
  struct Street: Route, Paved {}
  struct Avenue: Route, Paved, Lit {}
  struct Highway: Toll, Paved {}
  struct Lane: Route, Short, Lit {}
  struct Crossing<Way>: Route {}

  static let names = [
    "AnyRoute", "PavedRoute", "LitRoute", "LitPavedRoute", "TollRoute", "ShortRoute", "FirstRoute",
  ].map { "GraftTests.\($0)" }

  /// A subject, asked about in a store with a history and in one without.
  struct Asked {
    let name: String
    /// For each requirement, who is called in turn in the one, and who is to be as the other
    /// explains it.
    let chains: (_ store: Registry, _ fresh: Registry) -> [(called: [String], said: [String])]

    init<Subject: Route>(_ subject: Subject) {
      name = "\(Subject.self)"
      chains = { store, fresh in
        let base = RouteExtension<Subject>.self
        let (heads, end) = (store.heads(of: base), store.finalLink(of: base))
        let said = fresh.resolution(of: base).requirements.map {
          $0.chain.map { String($0.extension.name.dropFirst("GraftTests.".count)) }
        }
        func called(_ number: Int, _ call: (RouteExtension<Subject>) -> [String]) -> [String] {
          if heads[number] == end { return [] }
          return GeneratedCode.DispatchedLink.unmanaged(heads[number].bits, as: base)
            ._withUnsafeGuaranteedRef(call)
        }
        return [
          (called(0) { $0.stops(subject) }, said[0]), (called(1) { $0.lamps(subject) }, said[1]),
        ]
      }
    }
  }

  @Test("are those of a registry that has none", arguments: 0..<8 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let store = Registry()
    let subjects = [
      Asked(Path()), Asked(Street()), Asked(Avenue()), Asked(Highway()), Asked(Lane()),
      Asked(Crossing<Int>()), Asked(Crossing<Street>()), Asked(Crossing<Avenue>()),
    ]
    for step in 0..<60 {
      let name = Self.names.randomElement(using: &random)!
      let blocked = store.withState { $0.program.blocked }
      do {
        if blocked.contains(name) {
          try store.change(.unblock(name), onConflict: .random(using: &random) ? nil : .firstByName)
        } else {
          try store.change(.block(name))
        }
      } catch { continue }
      let fresh = Registry()
      for name in store.withState({ $0.program.blocked }) {
        try fresh.change(.block(name))
      }
      // Some are asked after several changes only.
      for subject in subjects where Bool.random(using: &random) {
        for (called, said) in subject.chains(store, fresh) {
          #expect(called == said, "\(subject.name), step \(step), without \(blocked)")
        }
      }
    }
  }
}
