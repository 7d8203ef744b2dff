// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The steps in which an answer is published under the registry's lock, while the
/// loader may enter an image at any time and without it.
///
/// The loader enters an image, raises its generation, waits while a publication is
/// under way, then empties the cells. A publication says that it is under way before
/// it compares the generation. So either it notices the image, or the image finds
/// all of the answer and takes it out before `dlopen` returns. Each step touches what
/// others see once: a test goes through all orders of the steps of several threads.
struct Publication<Answer> {
  enum Step: Hashable {
    case begin
    case compare
    case store
    case end(isPublished: Bool)
    case published
    case givenUp
  }

  private(set) var step = Step.begin
  let answer: Answer
  /// Of the state that the answer was computed from.
  let version: UInt64

  init(_ answer: Answer, version: UInt64) {
    self.answer = answer
    self.version = version
  }

  var isOver: Bool { step == .published || step == .givenUp }

  mutating func advance<Memory: PublicationMemory>(in memory: inout Memory)
  where Memory.Answer == Answer {
    switch step {
    case .begin:
      memory.setPublishing(true)
      step = .compare
    case .compare:
      let isCurrent = memory.version == version && memory.hasTakenInAll
      step = isCurrent ? .store : .end(isPublished: false)
    case .store:
      if memory.store(answer) { step = .end(isPublished: true) }
    case .end(let isPublished):
      memory.setPublishing(false)
      step = isPublished ? .published : .givenUp
    case .published, .givenUp: break
    }
  }
}

extension Publication: Equatable where Answer: Equatable {}
extension Publication: Hashable where Answer: Hashable {}
extension Publication: Sendable where Answer: Sendable {}

/// What a publication reads and writes.
protocol PublicationMemory {
  associatedtype Answer

  /// Rises with whatever can change an answer.
  var version: UInt64 { get }
  /// Whether the loader's generation is still the one up to which its table has been
  /// taken in.
  var hasTakenInAll: Bool { get }
  /// Stores an answer or a part of it: true once all of it is there.
  mutating func store(_ answer: Answer) -> Bool
  /// While it is true, the loader does not empty the cells.
  mutating func setPublishing(_ isPublishing: Bool)
}

extension RegistryStore.State: PublicationMemory {
  enum Answer {
    case chains(ResolvedChains, AdviceLinks)
    /// Of a type's own implementation.
    case own(AdviceLinks, LinkAddress, CellAddress, Any.Type)
  }

  var hasTakenInAll: Bool { LoadedImages.generation == generation }

  mutating func store(_ answer: Answer) -> Bool {
    switch answer {
    case .chains(let chains, let links):
      exchangeAdvice(links, version: version)
      published.publish(links.heads, of: chains)
    case .own(let links, let head, let cell, let subject):
      exchangeAdvice(links, version: version)
      published.publishOwn(head, in: cell, for: subject)
    }
    return true
  }

  /// Before the heads are published: who gets to a link finds what is to run by now. Also
  /// where they are not, for the call that asked.
  mutating func exchangeAdvice(_ links: AdviceLinks, version: UInt64) {
    for exchange in links.exchanges {
      let standing = exchange.steps?.advice ?? []
      let left = standing.filter { $0.id == 0 || advice[$0.id] != nil }
      let steps =
        left.count == standing.count ? exchange.steps : left.isEmpty ? nil : AdviceSteps(left)
      if let retired = adviceLinks.exchange(steps, in: exchange.key, version: version) {
        retiredAdvice.addNew([retired])
      }
    }
  }

  func setPublishing(_ isPublishing: Bool) {
    isPublishing ? graft_begin_publishing() : graft_end_publishing()
  }
}
