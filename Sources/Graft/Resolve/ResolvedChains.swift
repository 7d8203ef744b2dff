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
    let extensions = SubjectExtensions(base: base, reading, explains: explains)
    (self.extensions, self.memo) = (extensions, memo)
    // The indices of the extensions that apply, and their candidates if not all are shared.
    var shared: [UInt32] = []
    var own: [Candidate]?
    var (excluded, diagnostics): ([Excluded], [RegistryDiagnostic]) = ([], [])
    for (index, record) in memo.extensions.enumerated() {
      let finding = extensions.finding(of: record)
      guard case .applies = finding.outcome else {
        if explains || finding.outcome.isFlaw {
          let (reason, diagnostic) = Self.exclusion(record, finding.outcome, extensions.extended)
          if explains, let reason {
            excluded.append(
              Excluded(
                registered: record.registered, reason: reason,
                requirements: record.requirements(in: extensions.extended)))
          }
          if let diagnostic { diagnostics.append(diagnostic) }
        }
        continue
      }
      let candidate: Candidate
      if finding.isShared {
        candidate = record.candidate.value ?? record.candidate.set(Candidate(record, extensions))
        shared.append(UInt32(index))
      } else {
        candidate = Candidate(record, extensions, isolatedTo: finding.actor)
        if own == nil { own = shared.map { memo.extensions[Int($0)].candidate.value! } }
        if let isolation = candidate.isolation {
          let (exclusion, diagnostic) = Self.exclusion(candidate, isolation, extensions)
          if explains { excluded.append(exclusion) }
          diagnostics.append(diagnostic)
        }
      }
      own?.append(candidate)
    }
    chains =
      own.map { memo.chains(of: $0, of: extensions.extended) }
      ?? memo.chains(shared, of: extensions.extended)
    if explains {
      excluded += chains.duplicates.map {
        Excluded(registered: $0.candidate.registered, reason: .duplicate(of: $0.image))
      }
    }
    self.excluded = excluded
    self.diagnostics =
      diagnostics
      + chains.diagnostics(
        for: base.subjectName, of: extensions.extended)
  }

  func add(_ notCounting: [Excluded]) { excluded += notCounting }

  static func exclusion(
    _ record: ExtensionRecord, _ outcome: Applicability,
    _ extended: GeneratedCode.ExtensibleProtocol
  ) -> (reason: ExclusionReason?, diagnostic: RegistryDiagnostic?) {
    let unanswered = RegistryDiagnostic(.unanswered, extension: record.registered)
    switch outcome {
    case .applies: return (nil, nil)
    case .otherProtocol: return (.otherProtocol, nil)
    case .constraintFails(let indices):
      let texts = record.registered.descriptor.constraints
      let failing = indices.filter(texts.indices.contains).map { texts[$0] }
      // Without one, only the conformance to the protocol can have failed.
      return (failing.isEmpty ? .otherProtocol : .constraint(failing.joined(separator: ", ")), nil)
    case .predicateFails: return (.predicate, nil)
    case .shapeDiffers:
      return (
        .shape,
        RegistryDiagnostic(
          .shapeDiffers(protocolName: extended.name), extension: record.registered)
      )
    case .otherRuntime: return (.runtime, nil)
    case .unanswered: return (.unanswered, unanswered)
    }
  }

  private static func exclusion(
    _ candidate: Candidate, _ isolation: Candidate.Isolation, _ extensions: SubjectExtensions
  ) -> (Excluded, RegistryDiagnostic) {
    let actor = SwiftRuntime.name(of: isolation.actor.address)
    return (
      Excluded(
        registered: candidate.registered, reason: .isolated(actor: actor),
        requirements: isolation.elsewhere),
      RegistryDiagnostic(
        .isolated(
          subject: extensions.base.subjectName, actor: actor,
          requirements: isolation.elsewhere.map { extensions.extended.requirements[$0].name }),
        extension: candidate.registered)
    )
  }
}

extension Applicability {
  /// Whether the record has a flaw.
  fileprivate var isFlaw: Bool {
    switch self {
    case .shapeDiffers, .unanswered: true
    case .applies, .otherProtocol, .constraintFails, .predicateFails, .otherRuntime: false
    }
  }
}
