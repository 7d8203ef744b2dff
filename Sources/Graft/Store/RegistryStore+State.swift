// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension RegistryStore {
  struct State {
    let source: ImageSource
    /// Rises with whatever can change an answer.
    var version: UInt64 = 0
    /// Rises with whatever changes which extensions count.
    var countVersion: UInt64 = 0
    /// Up to which the loader's table has been taken in.
    var arrivalCount: UInt64 = .max
    /// Whose conformances the answers take into account.
    var swiftImageCount = -1
    var images = ImageTable()
    var index = RecordIndex()
    /// Names of extensions that do not count.
    var blocked = Blocking.ofEnvironment
    var subjects = SubjectTable()
    var links = LinkTable()
    var published = PublishedSubjects()
    var trace = Trace()
    var inheritance = Inheritance()

    init(_ source: ImageSource) {
      self.source = source
    }
  }
}

extension RegistryStore.State: PublicationMemory {
  enum Answer {
    case chains(ResolvedChains, any InterceptedHeads)
    /// Of a type's own implementation.
    case own(any InterceptedHeads, LinkAddress, CellAddress, Any.Type)

    var heads: any InterceptedHeads {
      switch self {
      case .chains(_, let heads), .own(let heads, _, _, _): heads
      }
    }
  }

  var hasTakenInAll: Bool { source.arrivalCount() == arrivalCount }

  mutating func store(_ answer: Answer) -> Bool {
    answer.heads.exchange(version: version)
    switch answer {
    case .chains(let chains, let heads): published.publish(heads.heads, of: chains)
    case .own(_, let head, let cell, let subject):
      published.publishOwn(head, in: cell, for: subject)
    }
    return true
  }

  func setPublishing(_ isPublishing: Bool) {
    isPublishing ? graft_begin_publishing() : graft_end_publishing()
  }
}
