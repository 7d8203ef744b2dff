// SPDX-License-Identifier: Apache-2.0

/// An advice that stands for a subject, with its place among others.
struct AppliedAdvice {
  enum Source {
    case installed(InstalledAdvice)
    /// The advice of single objects.
    case objects(AdviceTable.ObjectGroup)
    /// Of a class that is in an image's section.
    case record(ExtensionRecord)
    /// Of a class with a pointcut in an image's section.
    case pointcut(ExtensionRecord)
  }

  let source: Source
  let kind: AdviceKind
  /// In the order of the protocol.
  let requirements: [Int]
  private let order: Order

  /// What orders advice, whatever its kind; the first is the outermost.
  private struct Order: Comparable {
    let precedence: Int
    let kindRank: Int
    let scopeRank: Int
    let classDepth: Int
    /// By age. Advice from sections is older than all that was installed.
    let id: UInt64
    let name: String

    static func < (first: Order, second: Order) -> Bool {
      if first.precedence != second.precedence { return first.precedence > second.precedence }
      return (first.kindRank, first.scopeRank, first.classDepth, first.id, first.name)
        < (second.kindRank, second.scopeRank, second.classDepth, second.id, second.name)
    }
  }

  init(_ installed: InstalledAdvice) {
    source = .installed(installed)
    kind = installed.body.kind
    requirements = [installed.requirement]
    order = Order(
      precedence: installed.options.precedence, kindRank: kind.rank,
      scopeRank: installed.scope.rank,
      classDepth: installed.scope.depth, id: installed.id, name: "")
  }

  init(_ group: AdviceTable.ObjectGroup) {
    source = .objects(group)
    kind = .around
    requirements = [group.key.requirement]
    order = Order(
      precedence: group.key.precedence, kindRank: group.key.rank, scopeRank: AdviceScope.objectRank,
      classDepth: .max, id: 0, name: "")
  }

  private init(_ source: Source, _ record: ExtensionRecord, _ requirements: [Int]) {
    self.source = source
    if case .pointcut = source { kind = .pointcut } else { kind = .around }
    self.requirements = requirements
    order = Order(
      precedence: Int(record.registered.descriptor.priority), kindRank: kind.rank, scopeRank: 0,
      classDepth: .max, id: 0, name: record.registered.name)
  }

  /// Nil if it does not stand for the base class's subject. Asks the accessor: no lock
  /// may be held.
  ///
  /// - Parameter diagnostics: gets why it is passed over, where that is a flaw.
  init?(
    _ record: ExtensionRecord, for base: any ExtensionBase.Type,
    _ diagnostics: inout [RegistryDiagnostic]
  ) {
    let descriptor = record.registered.descriptor
    switch descriptor.kind {
    case .extension: return nil
    case .pointcut:
      self.init(.pointcut(record), record, Pointcut(descriptor).requirements(of: base))
    case .advice:
      guard Self.applies(record, to: base, &diagnostics) else { return nil }
      let requirements = AccessorCall(base: base)
        .answerable(Self.requirements(record, of: base, &diagnostics), by: record)
      self.init(.record(record), record, requirements.inOrder(<))
    }
    if requirements.isEmpty { return nil }
  }

  private static func applies(
    _ record: ExtensionRecord, to base: any ExtensionBase.Type,
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
    _ record: ExtensionRecord, of base: any ExtensionBase.Type,
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
  static func ordered(_ advice: [AppliedAdvice]) -> [AppliedAdvice] {
    advice.inOrder { $0.order < $1.order }
  }
}
