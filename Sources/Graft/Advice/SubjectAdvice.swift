// SPDX-License-Identifier: Apache-2.0

/// What there is in front of a subject's chains, before its accessors are asked.
struct AdviceSnapshot: InterceptorSnapshot {
  let base: any ExtensionBase.Type
  /// Of the images' classes, for this protocol and by pointcuts; only those that count.
  let records: [ExtensionRecord]
  /// For the subject, without that of objects.
  let advice: [InstalledAdvice]
  let objects: [AdviceTable.ObjectGroup]
  let tables: AdviceTables

  func applied() -> any AppliedInterceptors { SubjectAdvice(self) }
}

/// All advice that stands for one subject of a protocol.
struct SubjectAdvice: AppliedInterceptors {
  /// From the outermost to the innermost.
  private var advice: [AppliedAdvice]
  private let base: any ExtensionBase.Type
  private let tables: AdviceTables
  let diagnostics: [RegistryDiagnostic]

  fileprivate init(_ snapshot: AdviceSnapshot) {
    (base, tables) = (snapshot.base, snapshot.tables)
    var diagnostics: [RegistryDiagnostic] = []
    var registered: [RegisteredExtension] = []
    var ofSections: [AppliedAdvice] = []
    for record in snapshot.records {
      guard let applied = AppliedAdvice(record, for: base, &diagnostics) else { continue }
      registered.append(record.registered)
      ofSections.append(applied)
    }
    // As with extensions, only of those that apply: one that does not, because of its
    // shape or since it is for another protocol, is not to stand in the way of one
    // that does.
    let duplicates = Duplicates(registered)
    for (index, image) in duplicates.images.inOrder({ $0.key < $1.key }) {
      diagnostics.append(
        RegistryDiagnostic(.duplicate(of: image), extension: registered[index]))
    }
    advice = AppliedAdvice.ordered(
      duplicates.without(ofSections) + snapshot.advice.map { AppliedAdvice($0) }
        + snapshot.objects.map { AppliedAdvice($0) })
    self.diagnostics = diagnostics
  }

  func explanations(of requirement: Int) -> [ExtensionResolution.Advice] {
    advice.filter { $0.requirements.contains(requirement) }.flatMap(ExtensionResolution.Advice.all)
  }

  func links(
    before heads: [LinkAddress], finalLink: LinkAddress, in store: RegistryStore
  ) throws(MissingLink) -> any InterceptedHeads {
    AdvisedHeads(
      try AdviceLinks(
        base, heads: heads, finalLink: finalLink, advice: advice, store: store, tables: tables),
      tables)
  }

  func without(_ record: RecordID) -> any AppliedInterceptors {
    var left = self
    left.advice.removeAll { advice in
      switch advice.source {
      case .record(let other), .pointcut(let other): other.id == record
      case .installed, .objects: false
      }
    }
    return left
  }
}
