// SPDX-License-Identifier: Apache-2.0

/// The steps in which an answer is published under the registry's lock, while the
/// loader may enter an image at any time and without it.
///
/// The loader enters an image, counts its arrival, waits while a publication is
/// under way, then empties the cells. A publication says that it is under way before
/// it compares that count. So either it notices the image, or the image finds
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
  /// The version of the state that the answer was computed from.
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
  /// Whether the loader's count of arrivals is still the one up to which its table has been
  /// taken in.
  var hasTakenInAll: Bool { get }
  /// Stores an answer or a part of it: true once all of it is there.
  mutating func store(_ answer: Answer) -> Bool
  /// While it is true, the loader does not empty the cells.
  mutating func setPublishing(_ isPublishing: Bool)
}
