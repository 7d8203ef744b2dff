// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Answers requirements as a process with these files would, from their bytes
/// alone.
public struct ResolvedFiles {
  private let program: SwiftProgram
  /// The descriptors of all files, without repeated extensions.
  let distinct: [LocatedDescriptor]
  /// The descriptors of files whose types can be read.
  private let descriptors: [LocatedDescriptor]
  /// Repeated extensions, and those that do not count in a process.
  private let excluded: [ResolvedAnswer.Exclusion]
  /// The `@Extensible` protocols that the files declare.
  let protocols: [ExtensibleProtocol]
  let candidates: CandidateReader
  let files: ProgramFiles

  /// Reads the types in the files.
  ///
  /// - Parameters:
  ///   - entries: the files; objects and archives are skipped, since they are
  ///     linked into no program.
  ///   - descriptors: the files' descriptors.
  ///   - problem: called for parts that can't be read; everything else counts.
  public init(
    _ entries: [ScanEntry], _ descriptors: [LocatedDescriptor],
    problem: @escaping (Problem) -> Void
  ) {
    program = SwiftProgram(problem: problem)
    let bringing = Set(descriptors.map(\.origin))
    for entry in entries {
      program.add(entry, isConcerned: bringing.contains(entry.origin))
    }
    program.findToolchain()
    let linked = Set(program.files.map(\.origin))
    for origin in bringing.subtracting(linked).sorted(by: { $0.display < $1.display })
    where !origin.members.isEmpty {
      problem(
        Problem(
          origin,
          InspectionError(
            .unsupported, "a member of an archive is resolved only once it is linked"), .warning))
    }
    let counting = descriptors.filter { $0.state?.counts != false }
    distinct = DuplicateExtensions(counting).kept
    let repetitions = DuplicateExtensions(counting.filter { linked.contains($0.origin) })
    self.descriptors = repetitions.kept
    excluded =
      repetitions.repeated.map { located, first in
        ResolvedAnswer.Exclusion(
          descriptor: located, reason: "\(first.origin.shortDisplay) brings the same extension")
      }
      + descriptors.compactMap { located in
        guard let state = located.state, !state.counts else { return nil }
        return ResolvedAnswer.Exclusion(descriptor: located, reason: "\(state.text) in the process")
      }
    files = ProgramFiles(entries)
    candidates = CandidateReader(program, files)
    protocols = program.extensibleProtocols()
  }

  /// Whether a question names one of the protocols.
  public func knows(_ question: String) -> Bool {
    protocols.contains { !$0.requirements(asked: question).isEmpty }
  }

  /// The protocol or requirement of the files whose name is nearest to a question that
  /// selects nothing; nil if none is near.
  public func nearest(to question: String) -> String? {
    let declared = protocols.flatMap { extended in
      [extended.name] + extended.requirements.map { "\(extended.name).\($0.nameInRecords.text)" }
    }
    let extended = distinct.map(\.descriptor).flatMap { descriptor in
      [descriptor.protocolName]
        + descriptor.requirements.map { "\(descriptor.protocolName).\($0.text)" }
    }
    return NearNames.of(question, among: declared + extended).first
  }

  /// Calls `visit` with the answer for each conforming type and requirement,
  /// ordered by protocol, type and requirement.
  ///
  /// - Parameter question: `Greeter`, `Greeter.greet(_:)` or `Greeter.greet`;
  ///   the protocol can be qualified. Nil selects all.
  public func eachAnswer(to question: String? = nil, _ visit: (ResolvedAnswer) -> Void) {
    let extensions = descriptors.filter { $0.descriptor.kind == .extension }
    let byProtocol = Dictionary(grouping: extensions, by: \.descriptor.unqualifiedProtocolName)
    let excludedByProtocol = Dictionary(
      grouping: excluded.filter { $0.descriptor.descriptor.kind == .extension },
      by: \.descriptor.descriptor.unqualifiedProtocolName)
    for extended in protocols {
      let wanted =
        question.map(extended.requirements(asked:)) ?? Array(extended.requirements.indices)
      guard !wanted.isEmpty else { continue }
      let name = extended.unqualifiedName
      let found = byProtocol[name] ?? []
      guard found.count <= NamedProtocol.extensionLimit else {
        program.problem(.tooManyExtensions(found, of: extended.name))
        continue
      }
      var resolver = ProtocolResolver(
        program, extended, candidates, found, excludedByProtocol[name] ?? [])
      for subject in subjects(of: extended) {
        resolver.eachAnswer(subject, wanted, visit)
      }
    }
  }

  /// The types that declare conformance, by name.
  ///
  /// Subclasses of such a class are not listed, as in the running program.
  private func subjects(of extended: ExtensibleProtocol) -> [ProtocolResolver.Subject] {
    var seen: Set<Declaration> = []
    let records = program.conformances.byProtocol[extended.declaration] ?? []
    return records.filter { seen.insert($0.type).inserted }
      .map { ProtocolResolver.Subject(type: $0.type, name: program.name($0.type), record: $0) }
      .sorted { $0.name < $1.name }
  }
}

extension ExtensibleProtocol {
  func isAbout(_ question: ProtocolQuestion, requirement: Int) -> Bool {
    let found = requirements[requirement]
    return question.selects(found.name, of: name)
      || question.selects(found.nameInRecords, of: name)
  }

  /// The indices of the requirements that a question selects.
  fileprivate func requirements(asked question: String) -> [Int] {
    let question = ProtocolQuestion(question)
    return requirements.indices.filter { isAbout(question, requirement: $0) }
  }
}
