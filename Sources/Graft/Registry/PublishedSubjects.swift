// SPDX-License-Identifier: Apache-2.0

/// The subjects of answered calls, and their published answers.
struct PublishedSubjects: ~Copyable {
  struct Subject: Sendable {
    let base: any ExtensionBase.Type
    /// The link that calls of each requirement go to.
    let heads: [LinkAddress]
    let conflicts: [RegistryDiagnostic]
    /// The chains, and the records that they are of.
    let chains: Chains
    let memo: ProtocolMemo
    /// Whether the declarations of the subject's own type decide the whole answer.
    let isOfDeclarations: Bool
  }

  /// A type's own implementation of a requirement, in calls of one type.
  struct Own {
    /// The base class for the type that has the implementation.
    let declaring: any ExtensionBase.Type
    /// The base class for the type of the value or object.
    let base: any ExtensionBase.Type
    let requirement: Int
    let cell: CellAddress
  }

  /// Subjects by base class.
  ///
  /// None is ever removed.
  private var subjectsByBase = KeyTable<ObjectIdentifier, Subject>()
  private var lazyIndex = SubjectIndex()
  /// The numbers of subjects that are not `isOfDeclarations`.
  private var numbersOfMore = KeyTable<Int, Void>()
  private var cells = PublishedCells()
  /// The last answers for types' own implementations.
  private var ownHeads =
    KeyTable<CellAddress, KeyTable<ObjectIdentifier, (own: Own, head: LinkAddress)>>()
  /// Whether the loader has emptied cells whose answers still hold.
  var isIncomplete = false

  /// The number of subjects.
  var count: Int { subjectsByBase.count }

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

  /// The subjects whose answers a change can change.
  mutating func subjects(_ affected: Affected) -> [Subject] {
    switch affected {
    case .all: return subjects
    case .protocols(let names):
      let index = index
      return names.flatMap { index.ofProtocol(named: $0) }.map { subjectsByBase.value($0) }
    case .advised(let isConcerned): return subjects.filter { isConcerned($0.base) }
    }
  }

  /// The subjects whose answers new conformances of some types can change; nil stands for all
  /// types.
  mutating func subjects(declaredBy types: [TypeDescriptor]?) -> [Subject] {
    guard let types else { return subjects }
    guard subjectsByBase.count > 0 else { return [] }
    let index = index
    var numbers = numbersOfMore
    for type in types { for number in index.declared(by: type) { numbers[number] = () } }
    return numbers.keys.map { subjectsByBase.value($0) }
  }

  /// Publishes an answer.
  ///
  /// - Returns: the extensions that answered before; nil for a new subject.
  mutating func publish(_ answer: SubjectAnswer) -> [RecordID?]? {
    let resolved = answer.resolved
    let subject = Subject(
      base: resolved.base, heads: answer.heads, conflicts: resolved.conflicts,
      chains: resolved.chains, memo: resolved.memo, isOfDeclarations: resolved.isOfDeclarations)
    let (number, before) = subjectsByBase.set(ObjectIdentifier(resolved.base), to: subject)
    if !subject.isOfDeclarations {
      numbersOfMore[number] = ()
    } else if before?.isOfDeclarations == false {
      numbersOfMore[number] = nil
    }
    publish(answer.heads, in: resolved.extended.cells, for: resolved.base.subject)
    return before?.chains.answers
  }

  private mutating func publish(
    _ heads: [LinkAddress], in addresses: [CellAddress], for subject: Any.Type
  ) {
    for (cell, head) in zip(addresses, heads) { cells.publish(head, in: cell, for: subject) }
  }

  /// The last answer for a subject, if calls find it.
  func visible(_ base: any ExtensionBase.Type) -> [LinkAddress]? {
    guard let subject = self[base] else { return nil }
    let type = base.subject
    let isThere = zip(base.extensibleProtocol.cells, subject.heads).allSatisfy { cell, head in
      cells.shows(head, in: cell, for: type)
    }
    return isThere ? subject.heads : nil
  }

  /// Publishes the last answer for a subject again, if there is one.
  mutating func publishAgain(_ base: any ExtensionBase.Type) -> [LinkAddress]? {
    guard let subject = self[base] else { return nil }
    publish(subject.heads, in: base.extensibleProtocol.cells, for: base.subject)
    return subject.heads
  }

  /// Publishes the last answer for a type's own implementation again.
  mutating func publishOwnAgain(in cell: CellAddress, for subject: Any.Type) -> LinkAddress? {
    guard let (_, head) = ownHeads[cell]?[ObjectIdentifier(subject)] else { return nil }
    cells.publish(head, in: cell, for: subject)
    return head
  }

  mutating func publish(_ head: LinkAddress, of own: Own) {
    ownHeads[own.cell, default: KeyTable()][ObjectIdentifier(own.base.subject)] = (own, head)
    cells.publish(head, in: own.cell, for: own.base.subject)
  }

  // MARK: Emptying: the next calls ask the registry again

  /// Empties the cells of own implementations, whose last answers are outdated.
  ///
  /// - Returns: these implementations.
  @discardableResult
  mutating func emptyOwn(where isConcerned: (any ExtensionBase.Type) -> Bool) -> [Own] {
    ownHeads.pairs.flatMap { cell, heads in
      let outdated = heads.values.map(\.own).filter { isConcerned($0.base) }
      for own in outdated { ownHeads[cell]?[ObjectIdentifier(own.base.subject)] = nil }
      if !outdated.isEmpty { cells.empty(cell) }
      return outdated
    }
  }

  mutating func empty(_ base: any ExtensionBase.Type) {
    for cell in base.extensibleProtocol.cells { cells.empty(cell, for: base.subject) }
  }

  mutating func emptyAll() { cells.emptyAll() }

  // MARK: Arrivals

  /// Empties the cells whose answers an arrival can change, after the loader has
  /// emptied all cells.
  mutating func noteArrival(_ affected: Affected) {
    isIncomplete = true
    if case .all = affected {
      ownHeads = KeyTable()
      return cells.emptyAll()
    }
    var seen = KeyTable<ObjectIdentifier, Void>()
    for subject in subjects(affected) {
      // All subjects of a protocol share its cells.
      let extended = subject.base.extensibleProtocol
      guard seen.set(ObjectIdentifier(extended), to: ()).before == nil else { continue }
      for cell in extended.cells { cells.empty(cell) }
    }
    emptyOwn { affected.contains($0) }
  }

  /// Fills the cells again with answers that were not emptied since.
  mutating func publishStanding() { cells.publishStanding() }
}

/// An index of published subjects by protocol and by type.
///
/// It enters subjects only when it is used, so that first calls do not pay for
/// changes that may never come.
struct SubjectIndex {
  private var count = 0
  /// Numbers of subjects by the protocol's unqualified name.
  private var byProtocol = KeyTable<String, [Int]>()
  /// Numbers of subjects by the types that declare their conformances.
  private var byDescriptor = KeyTable<TypeDescriptor, [Int]>()

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
