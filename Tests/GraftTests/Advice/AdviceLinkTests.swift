// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

/// The links of advice, in a store that is not that of the process.
@Suite("Links of advice")
struct AdviceLinkTests {
  struct Front: Desk { var name = "front" }
  typealias Base = DeskExtension<Front>

  private let store = Registry()

  private func advice(_ run: @escaping (Front) -> Void = { _ in }) -> InstalledAdvice {
    let place = AdvisedRequirement(.type(Base.self), 0)
    let advice = InstalledAdvice(
      CallAdvice<GeneratedCode.PlainCall<Front>, Void, Ticket>(before: { front, _ in run(front) }),
      at: place, AdviceOptions([]), source: "", owner: .program, isInstalled: { _ in true },
      remove: { _ in true })
    #expect(throws: Never.self) { try store.install(advice) }
    return advice
  }

  private var key: AdviceLinkTable.Key {
    AdviceLinkTable.Key(
      base: ObjectIdentifier(Base.self), requirement: 0,
      successor: store.finalLink(of: Base.self), above: nil)
  }

  private func makeLink() -> LinkAddress {
    let finalLink = store.finalLink(of: Base.self)
    let successors = Base.extensibleProtocol.requirements.map { _ in finalLink } + [finalLink]
    return store.adviceLinks.link(key) { Base.linkType().init(.allocate(successors)) }
  }

  private func exchange(_ advice: [InstalledAdvice]) -> RemovedAdvice.List? {
    let exchange = AdviceLinkTable.Exchange(key: key, advice: advice.map(\.linked))
    return store.state.withLock { state in
      store.adviceLinks.exchange(
        [exchange], version: state.program.version, isInstalled: { _ in true }
      ).first
    }
  }

  @Test("One requirement and successor have one link, whoever makes it first")
  func once() {
    let first = makeLink()
    #expect(makeLink() == first)
    #expect(store.adviceLinks.count(at: Base.self) == 1)
  }

  @Test("What a link ran is handed out when it runs something else, and only then")
  func exchanged() {
    _ = makeLink()
    let (one, two) = (advice(), advice())
    #expect(exchange([one]) == nil)
    #expect(exchange([one]) == nil)
    let retired = exchange([one, two])
    #expect(retired != nil)
    retired?.object.release()
    let last = exchange([])
    #expect(last != nil)
    last?.object.release()
  }

  @Test("Advice that is removed is in no link, and what it captured is released")
  func removed() {
    final class Captured: Sendable {}
    weak var watched: Captured?
    _ = makeLink()
    do {
      let captured = Captured()
      watched = captured
      let advice = advice { _ in withExtendedLifetime(captured) {} }
      #expect(exchange([advice]) == nil)
      #expect(store.removeAdvice(advice.id))
    }
    #expect(watched == nil)
    #expect(exchange([]) == nil)
  }

  @Test("What was removed before it came into chains is refused there")
  func removedBefore() throws {
    let advice = advice()
    #expect(store.removeAdvice(advice.id))
    // As by a thread that has installed it, and was overtaken.
    #expect(throws: ChangeRefusal.self) { try store.change(.advise(advice)) }
    #expect(store.resolution(of: Base.self).requirements[0].advice.isEmpty)
  }
}

@Suite("Advice of other types than its call")
struct AdviceTypeTests {
  private typealias Kind = GeneratedCode.PlainCall<AdviceLinkTests.Front>

  /// A link of `greet` that runs a body, whatever its types are.
  private static func link(_ body: AdviceBody) -> DeskExtension<AdviceLinkTests.Front> {
    let base = DeskExtension<AdviceLinkTests.Front>.self
    let link = base.linkType().init(
      .allocate(base.extensibleProtocol.requirements.map { _ in end } + [end]))
    _ = link.successors.exchangeAdvice(RunningAdviceList([LinkedAdvice(body: body)]))
    return link as! DeskExtension<AdviceLinkTests.Front>
  }

  private static let end = LinkAddress.keep(
    DeskWork<AdviceLinkTests.Front>(LinkSuccessors.allocate([])))

  @Test("Runs if they are the same")
  func same() {
    let link = Self.link(
      CallAdvice<Kind, String, String>(.around) { _, other, proceed in
        try proceed(AdviceLinkTests.Front(), other + "!")
      })
    #expect(link.greet(AdviceLinkTests.Front(), "Ann") == "Hello, Ann!")
  }

  @Test("Ends the process with both types")
  func others() async throws {
    let before = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.link(CallAdvice<Kind, Int, String>(before: { _, _ in }))
        .greet(AdviceLinkTests.Front(), "Ann")
    }
    let around = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.link(
        CallAdvice<Kind, Int, String>(.around) { try $2($0, $1) }
      ).greet(AdviceLinkTests.Front(), "Ann")
    }
    for result in [before, around] {
      #expect(
        result.text.contains(
          "an advice for calls of (Front, Int) -> String is in front of calls of "
            + "(Front, String) -> String"))
    }
  }

  @Test("Ends the process with both types of subjects")
  func subjects() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Other {}
      _ = Self.link(
        CallAdvice<GeneratedCode.PlainCall<Other>, String, String>(before: { _, _ in })
      ).greet(AdviceLinkTests.Front(), "Ann")
    }
    #expect(
      result.text.contains("an advice for a Other is in the chain of a Front"))
  }
}
