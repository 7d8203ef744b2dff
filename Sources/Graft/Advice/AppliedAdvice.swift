// SPDX-License-Identifier: Apache-2.0

/// An advice that stands for a subject, with its place among others.
struct AppliedAdvice {
  enum Source {
    case installed(InstalledAdvice)
    /// Of a class that is in an image's section.
    case record(RegistryStore.Record)
    /// The same, of a class with a pointcut.
    case pointcut(RegistryStore.Record)
  }

  let source: Source
  let kind: AdviceKind
  /// In the order of the protocol.
  let requirements: [Int]
  private let place: Place

  /// What orders advice of one kind; the first is the outermost.
  private struct Place: Comparable {
    let precedence: Int
    let scopeRank: Int
    let classDepth: Int
    /// Advice from sections is older than all that was installed.
    let name: String
    let id: UInt64

    static func < (first: Place, second: Place) -> Bool {
      if first.precedence != second.precedence { return first.precedence > second.precedence }
      return (first.scopeRank, first.classDepth, first.id, first.name)
        < (second.scopeRank, second.classDepth, second.id, second.name)
    }
  }

  init(_ installed: InstalledAdvice) {
    source = .installed(installed)
    kind = installed.body.kind
    requirements = [installed.requirement]
    place = Place(
      precedence: installed.body.terms.precedence, scopeRank: installed.scope.rank,
      classDepth: installed.scope.depth, name: "", id: installed.id)
  }

  private init(_ source: Source, _ record: RegistryStore.Record, _ requirements: [Int]) {
    self.source = source
    if case .pointcut = source { kind = .pointcut } else { kind = .around }
    self.requirements = requirements
    place = Place(
      precedence: Int(record.registered.descriptor.priority), scopeRank: 0, classDepth: .max,
      name: record.registered.name, id: 0)
  }

  /// Nil if it does not stand for the base class's subject. Asks the accessor: no lock
  /// may be held.
  ///
  /// - Parameter diagnostics: gets why it is passed over, where that is a flaw.
  init?(
    _ record: RegistryStore.Record, for base: any ExtensionBase.Type,
    _ diagnostics: inout [RegistryDiagnostic]
  ) {
    let descriptor = record.registered.descriptor
    if let pointcut = Pointcut(descriptor) {
      self.init(.pointcut(record), record, pointcut.requirements(of: base))
    } else {
      guard Self.applies(record, to: base, &diagnostics) else { return nil }
      let requirements = AccessorCall(base: base)
        .answerable(Self.requirements(record, of: base, &diagnostics), by: record)
      self.init(.record(record), record, requirements.sorted())
    }
    if requirements.isEmpty { return nil }
  }

  private static func applies(
    _ record: RegistryStore.Record, to base: any ExtensionBase.Type,
    _ diagnostics: inout [RegistryDiagnostic]
  ) -> Bool {
    func note(_ kind: RegistryDiagnostic.Kind) {
      diagnostics.append(RegistryDiagnostic(kind, extension: record.registered))
    }
    switch AccessorCall(base: base).outcome(of: record) {
    case .applies: return true
    case .shapeDiffers: note(.shapeDiffers(protocolName: base.extensibleProtocol.name))
    case .unanswered: note(.unanswered)
    case .otherProtocol, .constraintFails, .predicateFails, .otherRuntime: break
    }
    return false
  }

  private static func requirements(
    _ record: RegistryStore.Record, of base: any ExtensionBase.Type,
    _ diagnostics: inout [RegistryDiagnostic]
  ) -> Set<Int> {
    let extended = base.extensibleProtocol
    return record.registered.descriptor.requirements.reduce(into: []) { found, name in
      let numbers = extended.requirements(named: name)
      found.formUnion(numbers)
      if numbers.isEmpty {
        diagnostics.append(
          RegistryDiagnostic(
            .unknownRequirement(name, protocolName: extended.name), extension: record.registered))
      }
    }
  }

  /// From the outermost to the innermost.
  ///
  /// Before comes first. After is outside of around, so that it sees what the caller
  /// gets. What runs after the call runs from the inside out: of after, the object's
  /// and the oldest is the innermost.
  static func ordered(_ advice: [AppliedAdvice]) -> [AppliedAdvice] {
    let before = advice.filter { $0.kind == .before }.sorted { $0.place < $1.place }
    let after = advice.filter { $0.kind == .after }.sorted { $0.comesLaterAfter($1) }
    let around = advice.filter { $0.kind == .around || $0.kind == .pointcut }
      .sorted { $0.place < $1.place }
    return before + after + around
  }

  private func comesLaterAfter(_ other: AppliedAdvice) -> Bool {
    let (one, two) = (place, other.place)
    if one.precedence != two.precedence { return one.precedence > two.precedence }
    return (one.scopeRank, one.classDepth) != (two.scopeRank, two.classDepth)
      ? (one.scopeRank, one.classDepth) < (two.scopeRank, two.classDepth) : one.id > two.id
  }
}
