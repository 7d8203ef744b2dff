// SPDX-License-Identifier: Apache-2.0

/// The steps that publish an answer under the registry's lock.
///
/// Meanwhile the loader, which does not take the lock, can enter an image.
///
/// The loader enters an image, counts its arrival, waits for the end of a publication, and empties
/// the cells. A publication announces itself before it compares that count. So either it notices
/// the image, or the loader empties the cells of the whole answer before `dlopen` returns. Each
/// step has one access that others see: a test runs the steps of several threads in all orders.
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
  /// The version of the state that gave the answer.
  let version: UInt64

  init(_ answer: Answer, version: UInt64) {
    self.answer = answer
    self.version = version
  }

  var isOver: Bool { step == .published || step == .givenUp }

  mutating func advance<Memory: PublicationMemory & ~Copyable>(in memory: inout Memory)
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

/// The memory of a publication.
protocol PublicationMemory: ~Copyable {
  associatedtype Answer

  /// A number that rises with every change that can affect an answer.
  var version: UInt64 { get }
  /// Whether all images that the loader has counted were taken in.
  var hasTakenInAll: Bool { get }
  /// Stores an answer or a part of it.
  ///
  /// - Returns: whether all of it is stored.
  mutating func store(_ answer: Answer) -> Bool
  /// Keeps the loader from emptying the cells while it is true.
  mutating func setPublishing(_ isPublishing: Bool)
}
