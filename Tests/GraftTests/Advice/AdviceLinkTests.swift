// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

/// The links of advice, where another thread changes something at the worst moment: in
/// these tests the code that makes a link does it.
@Suite("Links of advice")
struct AdviceLinkTests {
  struct Front: Desk { var name = "front" }
  typealias Base = DeskExtension<Front>

  /// Not that of the process.
  private let store = RegistryStore()

  private var place: AdviceTable.Place {
    AdviceTable.Place(
      requirement: 0, base: ObjectIdentifier(Base.self),
      successors: [store.finalLink(of: Base.self)])
  }

  private func installed(_ run: @escaping (Front) -> Void = { _ in }) -> InstalledAdvice {
    let terms = AdviceTerms([], scope: .everySubject, seesAny: false)
    let advice = InstalledAdvice(
      body: SubjectBody(.before, terms, run), extended: Base.extensibleProtocol, requirement: 0,
      scope: .everySubject, base: Base.self)
    #expect(store.installAdvice(advice))
    return advice
  }

  private func link(
    of advice: InstalledAdvice, meanwhile: (AdviceSlot) -> Void = { _ in }
  ) -> LinkAddress? {
    store.adviceLink(of: advice, at: place) { seat, slot in
      meanwhile(slot)
      return Base.makeAdvisedLink(0, seat, slot)
    }
  }

  private var linkCount: Int { store.state.withLock { $0.advice.linkCount(at: Base.self) } }

  @Test("Advice that is removed while its link is made has none, and is released")
  func removed() throws {
    final class Captured: Sendable {}
    weak var watched: Captured?
    do {
      let captured = Captured()
      watched = captured
      let advice = installed { _ in withExtendedLifetime(captured) {} }
      let link = link(of: advice) { _ in store.removeAdvice(advice.id) }
      #expect(link == nil)
    }
    #expect(linkCount == 0)
    #expect(watched == nil)
  }

  @Test("Of two threads that make the same link, both have the one that was there first")
  func madeTwice() throws {
    let advice = installed()
    var first: LinkAddress?
    let second = link(of: advice) { _ in first = link(of: advice) }
    #expect(first != nil && first == second)
    #expect(linkCount == 1)
  }

  @Test("A free link runs the next advice from the moment that it is found")
  func filled() throws {
    let advice = installed()
    var made: AdviceSlot?
    let first = link(of: advice) { made = $0 }
    let slot = try #require(made)
    #expect(slot.retained(as: AdviceBody.self) === advice.body)
    store.removeAdvice(advice.id)
    #expect(slot.retained(as: AdviceBody.self) == nil)
    let next = installed()
    let place = place
    store.state.withLock { state in
      guard case .found(let link) = state.advice.link(of: next, at: place) else {
        Issue.record("not found")
        return
      }
      #expect(link == first)
      #expect(slot.retained(as: AdviceBody.self) === next.body)
    }
    #expect(linkCount == 1)
  }

  @Test("A link that an advice had serves none that was installed meanwhile")
  func olderAdvice() throws {
    let (advice, older) = (installed(), installed())
    let first = link(of: advice)
    store.removeAdvice(advice.id)
    let second = link(of: older)
    #expect(second != nil && second != first)
    #expect(link(of: installed()) == first)
    #expect(linkCount == 2)
  }

  @Test("Removed advice finds no link, not even a free one")
  func late() throws {
    let (advice, late) = (installed(), installed())
    _ = link(of: advice)
    store.removeAdvice(late.id)
    store.removeAdvice(advice.id)
    #expect(link(of: late) == nil)
    #expect(link(of: advice) == nil)
    #expect(linkCount == 1)
  }
}
