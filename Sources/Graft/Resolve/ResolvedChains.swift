// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The chains of one subject and protocol, with explanations.
final class ResolvedChains {
  /// An extension that is in no chain of the subject.
  struct Excluded {
    let registered: RegisteredExtension
    let reason: ExclusionReason
    /// The requirements for which it is excluded; nil for all that it implements.
    var requirements: [Int]? = nil
  }

  let extensions: SubjectExtensions
  let memo: ProtocolMemo
  let chains: Chains
  /// The extensions that do not apply; empty unless the chains are to be explained.
  private(set) var excluded: [Excluded] = []
  let diagnostics: [RegistryDiagnostic]

  var base: any ExtensionBase.Type { extensions.base }
  var extended: GeneratedCode.ExtensibleProtocol { extensions.extended }
  var conflicts: [RegistryDiagnostic] { diagnostics.filter(\.isConflict) }
  /// Whether the declarations of the subject's type and superclasses decide everything.
  var isOfDeclarations: Bool { extensions.isOfDeclarations }

  /// Finds the extensions that apply, and the chains.
  ///
  /// Calls users' code: no lock may be held.
  ///
  /// - Parameters:
  ///   - memo: the records of the protocol's name.
  ///   - explains: whether to explain why extensions do not apply.
  init(
    _ base: any ExtensionBase.Type, _ memo: ProtocolMemo, _ reading: ConformanceTable.Reading,
    explains: Bool = false
  ) {
    extensions = SubjectExtensions(base: base, reading, explains: explains)
    self.memo = memo
    var sorting = Sorting(extensions, memo, explains: explains)
    sorting.run()
    chains = sorting.chains
    diagnostics =
      sorting.diagnostics + chains.diagnostics(for: base.subjectName, of: extensions.extended)
    excluded = sorting.excluded
    if explains {
      excluded += chains.duplicates.map {
        Excluded(registered: $0.candidate.registered, reason: .duplicate(of: $0.image))
      }
    }
  }

  func add(_ notCounting: [Excluded]) { excluded += notCounting }
}

/// Sorts the extensions of a protocol into those that apply to a subject and the others.
private struct Sorting {
  private let extensions: SubjectExtensions
  private let memo: ProtocolMemo
  private let explains: Bool
  /// The indices of the extensions that apply and have a shared candidate.
  private var shared: [UInt32] = []
  /// The candidates of all that apply; nil while all are shared.
  private var own: [Candidate]?
  private(set) var excluded: [ResolvedChains.Excluded] = []
  private(set) var diagnostics: [RegistryDiagnostic] = []

  init(_ extensions: SubjectExtensions, _ memo: ProtocolMemo, explains: Bool) {
    (self.extensions, self.memo, self.explains) = (extensions, memo, explains)
  }

  var chains: Chains {
    own.map { memo.chains(of: $0, of: extensions.extended) }
      ?? memo.chains(shared, of: extensions.extended)
  }

  /// Asks users' code: no lock may be held.
  mutating func run() {
    for (index, record) in memo.extensions.enumerated() {
      switch extensions.applicability(of: record) {
      case .applies(_, isShared: true): addShared(record, UInt32(index))
      case .applies(let actor, _): addOwn(Candidate(record, extensions, isolatedTo: actor))
      case let other: exclude(record, other)
      }
    }
  }

  private mutating func addShared(_ record: ExtensionRecord, _ index: UInt32) {
    let candidate = record.candidate.value ?? record.candidate.set(Candidate(record, extensions))
    shared.append(index)
    own?.append(candidate)
  }

  private mutating func addOwn(_ candidate: Candidate) {
    if own == nil { own = shared.map { memo.extensions[Int($0)].candidate.value! } }
    own?.append(candidate)
    guard let isolation = candidate.isolation else { return }
    let actor = SwiftRuntime.name(of: isolation.actor.address)
    if explains {
      excluded.append(
        ResolvedChains.Excluded(
          registered: candidate.registered, reason: .isolated(actor: actor),
          requirements: isolation.elsewhere))
    }
    diagnostics.append(
      RegistryDiagnostic(
        .isolated(
          subject: extensions.base.subjectName, actor: actor,
          requirements: isolation.elsewhere.map { extensions.extended.requirements[$0].name }),
        extension: candidate.registered))
  }

  private mutating func exclude(_ record: ExtensionRecord, _ outcome: Applicability) {
    if explains, let reason = outcome.reason(of: record) {
      excluded.append(
        ResolvedChains.Excluded(
          registered: record.registered, reason: reason,
          requirements: record.requirements(in: extensions.extended)?.flatMap(\.numbers)))
    }
    if let flaw = outcome.flaw(of: record, in: extensions.extended) { diagnostics.append(flaw) }
  }
}

extension Applicability {
  /// The reason why a record is in no chain; nil if it applies.
  fileprivate func reason(of record: ExtensionRecord) -> ExclusionReason? {
    switch self {
    case .applies: return nil
    case .excluded(let reason): return reason
    case .constraintFails(let indices):
      let texts = record.registered.descriptor.constraints
      let failing = indices.filter(texts.indices.contains).map { texts[$0] }
      // Without one, only the conformance to the protocol can have failed.
      return failing.isEmpty ? .otherProtocol : .constraint(failing.joined(separator: ", "))
    }
  }

  /// The flaw of a record; nil if it has none.
  func flaw(
    of record: ExtensionRecord, in extended: GeneratedCode.ExtensibleProtocol
  ) -> RegistryDiagnostic? {
    switch self {
    case .excluded(.shape):
      RegistryDiagnostic(
        .shapeDiffers(protocolName: extended.name), extension: record.registered)
    case .excluded(.unanswered): RegistryDiagnostic(.unanswered, extension: record.registered)
    case .applies, .constraintFails, .excluded: nil
    }
  }
}
