// SPDX-License-Identifier: Apache-2.0

/// The subjects that calls were answered for, and what is published for them.
struct PublishedSubjects {
  struct Subject: Sendable {
    let base: any ExtensionBase.Type
    /// For each requirement the extension that answers, or nil.
    let answers: [RecordID?]
    /// For each requirement the link that calls go to.
    let heads: [LinkAddress]
  }

  private var subjectsByBase: [ObjectIdentifier: Subject] = [:]
  private var cells = PublishedCells()
  /// The cells of types' own implementations, with the last answer for each type.
  private var ownHeads: [CellAddress: [ObjectIdentifier: LinkAddress]] = [:]

  var subjects: [Subject] { Array(subjectsByBase.values) }

  subscript(base: any ExtensionBase.Type) -> Subject? { subjectsByBase[ObjectIdentifier(base)] }

  mutating func publish(_ heads: [LinkAddress], of chains: ResolvedChains) {
    subjectsByBase[ObjectIdentifier(chains.base)] = Subject(
      base: chains.base, answers: chains.answers, heads: heads)
    publish(heads, for: chains.base)
  }

  private mutating func publish(_ heads: [LinkAddress], for base: any ExtensionBase.Type) {
    for (cell, head) in zip(base.extensibleProtocol.cells, heads) {
      cells.publish(head, in: cell, for: base.subject)
    }
  }

  /// Publishes the last answer for a subject once more.
  ///
  /// - Returns: nil if there was none.
  mutating func publishAgain(_ base: any ExtensionBase.Type) -> [LinkAddress]? {
    guard let subject = self[base] else { return nil }
    publish(subject.heads, for: base)
    return subject.heads
  }

  /// Publishes the last answer for a type's own implementation once more.
  mutating func publishOwnAgain(in cell: CellAddress, for subject: Any.Type) -> LinkAddress? {
    guard let head = ownHeads[cell]?[ObjectIdentifier(subject)] else { return nil }
    cells.publish(head, in: cell, for: subject)
    return head
  }

  mutating func publishOwn(_ head: LinkAddress, in cell: CellAddress, for subject: Any.Type) {
    ownHeads[cell, default: [:]][ObjectIdentifier(subject)] = head
    cells.publish(head, in: cell, for: subject)
  }

  /// The next call of each own implementation asks the registry again.
  mutating func emptyOwn() {
    for cell in ownHeads.keys { cells.empty(cell) }
  }

  /// The next call of each requirement asks the registry again.
  mutating func empty(_ base: any ExtensionBase.Type) {
    for cell in base.extensibleProtocol.cells { cells.empty(cell) }
  }

  mutating func emptyAll() { cells.emptyAll() }

  /// The cells were emptied by the loader.
  mutating func hideTables() { cells.hideTables() }
}
