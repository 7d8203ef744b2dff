// SPDX-License-Identifier: Apache-2.0

/// The subjects that calls were answered for, and what is published for them.
struct PublishedSubjects {
  struct Subject: Sendable {
    let base: any ExtensionBase.Type
    /// For each requirement the extension that answers, or nil.
    let answers: [RecordID?]
    /// For each requirement the link that calls go to.
    let heads: [LinkAddress]
    let conflicts: [RegistryDiagnostic]
    /// Whether what is declared of the subject's own type decides all of it.
    let isOfDeclarations: Bool
  }

  private struct OwnHead {
    let base: any ExtensionBase.Type
    let head: LinkAddress
  }

  /// By the base class. None is ever removed.
  private var subjectsByBase = KeyTable<ObjectIdentifier, Subject>()
  private var lazyIndex = SubjectIndex()
  /// The numbers of those whose answers more than declarations decides.
  private var numbersOfMore = KeyTable<Int, Void>()
  private var cells = PublishedCells()
  /// The cells of types' own implementations, with the last answer for each type.
  private var ownHeads = KeyTable<CellAddress, KeyTable<ObjectIdentifier, OwnHead>>()
  /// Whether the loader has taken answers out of cells that still hold.
  var isIncomplete = false

  var subjects: [Subject] { subjectsByBase.values }

  subscript(base: any ExtensionBase.Type) -> Subject? { subjectsByBase[ObjectIdentifier(base)] }

  /// The index, with all subjects entered.
  private var index: SubjectIndex {
    mutating get {
      let subjects = subjectsByBase
      lazyIndex.enter(subjects.count) { subjects.value($0).base }
      return lazyIndex
    }
  }

  /// Those whose answers a change can change.
  mutating func subjects(_ affected: Affected) -> [Subject] {
    switch affected {
    case .all: return subjects
    case .protocols(let names):
      let index = index
      return names.flatMap { index.ofProtocol(named: $0) }.map { subjectsByBase.value($0) }
    case .advised(let isConcerned): return subjects.filter { isConcerned($0.base) }
    }
  }

  /// Those whose answers new conformances of some types can change, or of any types if nil.
  mutating func subjects(declaredBy types: [TypeDescriptor]?) -> [Subject] {
    guard let types else { return subjects }
    guard subjectsByBase.count > 0 else { return [] }
    let index = index
    var numbers = numbersOfMore
    for type in types { for number in index.declared(by: type) { numbers[number] = () } }
    return numbers.keys.map { subjectsByBase.value($0) }
  }

  /// - Returns: what answered before; nil if nobody had asked.
  mutating func publish(_ answer: SubjectAnswer) -> [RecordID?]? {
    let chains = answer.chains
    let subject = Subject(
      base: chains.base, answers: chains.chains.answers, heads: answer.heads,
      conflicts: chains.conflicts, isOfDeclarations: chains.isOfDeclarations)
    let (number, before) = subjectsByBase.set(ObjectIdentifier(chains.base), to: subject)
    if !subject.isOfDeclarations {
      numbersOfMore[number] = ()
    } else if before?.isOfDeclarations == false {
      numbersOfMore[number] = nil
    }
    publish(answer.heads, in: chains.extended.cells, for: chains.base.subject)
    return before?.answers
  }

  private mutating func publish(
    _ heads: [LinkAddress], in addresses: [CellAddress], for subject: Any.Type
  ) {
    for (cell, head) in zip(addresses, heads) { cells.publish(head, in: cell, for: subject) }
  }

  /// The last answer for a subject, if that is what calls find.
  func standing(_ base: any ExtensionBase.Type) -> [LinkAddress]? {
    guard let subject = self[base] else { return nil }
    let type = base.subject
    let isThere = zip(base.extensibleProtocol.cells, subject.heads).allSatisfy { cell, head in
      cells.shows(head, in: cell, for: type)
    }
    return isThere ? subject.heads : nil
  }

  /// Publishes the last answer for a subject once more.
  ///
  /// - Returns: nil if there was none.
  mutating func publishAgain(_ base: any ExtensionBase.Type) -> [LinkAddress]? {
    guard let subject = self[base] else { return nil }
    publish(subject.heads, in: base.extensibleProtocol.cells, for: base.subject)
    return subject.heads
  }

  /// Publishes the last answer for a type's own implementation once more.
  mutating func publishOwnAgain(in cell: CellAddress, for subject: Any.Type) -> LinkAddress? {
    guard let own = ownHeads[cell]?[ObjectIdentifier(subject)] else { return nil }
    cells.publish(own.head, in: cell, for: subject)
    return own.head
  }

  mutating func publishOwn(
    _ head: LinkAddress, in cell: CellAddress, for base: any ExtensionBase.Type
  ) {
    ownHeads[cell, default: KeyTable()][ObjectIdentifier(base.subject)] =
      OwnHead(base: base, head: head)
    cells.publish(head, in: cell, for: base.subject)
  }

  // MARK: Taking out

  /// The next call of each own implementation asks the registry again, of those that a change
  /// can concern.
  mutating func emptyOwn(where isConcerned: (any ExtensionBase.Type) -> Bool) {
    for (cell, heads) in ownHeads.pairs
    where heads.values.contains(where: { isConcerned($0.base) }) {
      cells.empty(cell)
    }
  }

  /// The next call of each requirement for a subject asks the registry again.
  mutating func empty(_ base: any ExtensionBase.Type) {
    for cell in base.extensibleProtocol.cells { cells.empty(cell, for: base.subject) }
  }

  mutating func emptyAll() { cells.emptyAll() }

  // MARK: Arrivals

  /// The loader has emptied all cells. What an arrival can change is out for good.
  mutating func noteArrival(_ affected: Affected) {
    isIncomplete = true
    if case .protocols(let names) = affected {
      for name in names {
        var seen = KeyTable<ObjectIdentifier, Void>()
        for base in index.ofProtocol(named: name).map({ subjectsByBase.value($0).base }) {
          // Each subject of a protocol has its cells.
          let extended = base.extensibleProtocol
          guard seen.set(ObjectIdentifier(extended), to: ()).before == nil else { continue }
          for cell in extended.cells { cells.empty(cell) }
        }
      }
      emptyOwn { affected.contains($0) }
    } else {
      cells.emptyAll()
    }
  }

  /// What was not taken out since is in the cells again.
  mutating func publishStanding() { cells.publishStanding() }
}

/// By what the published subjects are found whose answers a change can change: numbers in the
/// order in which they were published first.
///
/// What was added since is entered when somebody asks, so a first call does not pay for changes
/// that may never come.
struct SubjectIndex {
  private var count = 0
  /// By the protocol's name, without what qualifies it.
  private var byProtocol = KeyTable<String, [Int]>()
  /// By what declares conformances of the subject.
  private var byDescriptor = KeyTable<TypeDescriptor, [Int]>()

  /// - Parameter base: of the subject with a number.
  mutating func enter(_ count: Int, base: (Int) -> any ExtensionBase.Type) {
    for number in self.count..<count {
      let base = base(number)
      byProtocol[base.extensibleProtocol.name, default: []].append(number)
      for descriptor in TypeMetadata(base.subject).declaringDescriptors {
        byDescriptor[descriptor, default: []].append(number)
      }
    }
    self.count = count
  }

  func ofProtocol(named name: String) -> [Int] { byProtocol[name] ?? [] }

  func declared(by type: TypeDescriptor) -> [Int] { byDescriptor[type] ?? [] }
}
