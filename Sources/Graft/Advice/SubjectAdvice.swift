// SPDX-License-Identifier: Apache-2.0

/// All advice that stands for one subject of a protocol.
struct SubjectAdvice {
  /// From the outermost to the innermost.
  private(set) var advice: [AppliedAdvice]
  let diagnostics: [RegistryDiagnostic]

  /// Asks accessors: no lock may be held.
  init(_ base: any ExtensionBase.Type, _ snapshot: RegistryStore.Snapshot) {
    var diagnostics: [RegistryDiagnostic] = []
    var registered: [RegisteredExtension] = []
    var ofSections: [AppliedAdvice] = []
    for record in snapshot.adviceRecords {
      guard let applied = AppliedAdvice(record, for: base, &diagnostics) else { continue }
      registered.append(record.registered)
      ofSections.append(applied)
    }
    // As with extensions, only of those that apply: one that does not, because of its
    // shape or since it is for another protocol, is not to stand in the way of one
    // that does.
    let duplicates = Duplicates(registered)
    for (index, image) in duplicates.images.sorted(by: { $0.key < $1.key }) {
      diagnostics.append(
        RegistryDiagnostic(.duplicate(of: image), extension: registered[index]))
    }
    advice = AppliedAdvice.ordered(
      duplicates.without(ofSections) + snapshot.advice.map { AppliedAdvice($0) }
        + snapshot.objectAdvice.map { AppliedAdvice($0) })
    self.diagnostics = diagnostics
  }

  /// Leaves out a class whose accessor made nothing.
  mutating func drop(_ record: RecordID) {
    advice.removeAll { advice in
      switch advice.source {
      case .record(let other), .pointcut(let other): other.id == record
      case .installed, .objects: false
      }
    }
  }
}
