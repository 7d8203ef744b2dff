// SPDX-License-Identifier: Apache-2.0

/// The subjects that calls were answered for, and what is published for them.
struct PublishedSubjects {
  struct Subject: Sendable {
    let base: any ExtensionBase.Type
    /// For each requirement the extension that answers, or nil.
    let answers: [RecordID?]
  }

  private var subjectsByBase: [ObjectIdentifier: Subject] = [:]
  private var cells = PublishedCells()
  /// Of types' own implementations.
  private var ownCells: Set<CellAddress> = []

  var subjects: [Subject] { Array(subjectsByBase.values) }

  subscript(base: any ExtensionBase.Type) -> Subject? { subjectsByBase[ObjectIdentifier(base)] }

  mutating func publish(_ heads: [LinkAddress], of chains: ResolvedChains) {
    subjectsByBase[ObjectIdentifier(chains.base)] = Subject(
      base: chains.base, answers: chains.answers)
    for (cell, head) in zip(chains.base.extensibleProtocol.cells, heads) {
      cells.publish(head, in: cell, for: chains.base.subject)
    }
  }

  mutating func publishOwn(_ head: LinkAddress, in cell: CellAddress, for subject: Any.Type) {
    ownCells.insert(cell)
    cells.publish(head, in: cell, for: subject)
  }

  /// The next call of each own implementation asks the registry again.
  mutating func emptyOwn() {
    for cell in ownCells { cells.empty(cell) }
  }

  /// The next call of each requirement asks the registry again.
  mutating func empty(_ base: any ExtensionBase.Type) {
    for cell in base.extensibleProtocol.cells { cells.empty(cell) }
  }

  mutating func emptyAll() { cells.emptyAll() }

  /// The cells were emptied by the loader.
  mutating func hideTables() { cells.hideTables() }
}
