// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The conflicts that a process with these files has, as far as files tell.
struct FileConflicts {
  /// A conflict, or a decision by names, for a type.
  struct Conflict: Hashable {
    let protocolName: String
    /// The type's name with its module.
    let subject: String
    /// The file that declares its conformance.
    let subjectOrigin: Origin
    /// Whether the type is generic: `load` looks at those that are in use.
    let isGeneric: Bool
    /// The name of an extension that takes part in it.
    let first: String
    /// The text, as `load` has it.
    let text: String
  }

  /// The conflicts of all types.
  private(set) var conflicts: Set<Conflict> = []
  /// The decisions that only the names of plug-ins make.
  private(set) var byName: Set<Conflict> = []
  /// The reasons why a conflict can't be ruled out, by the extension that may
  /// take part in one.
  private(set) var open: [LocatedDescriptor: String] = [:]

  /// - Parameters:
  ///   - entries: the files in the process, with all types.
  ///   - contents: the images whose extensions count.
  init(_ entries: [ScanEntry], _ contents: [ImageContents]) {
    let bringing = Set(contents.filter { !$0.isWithoutRecords }.map(\.entry.origin))
    let files = ResolvedFiles(
      entries.filter { !$0.path.lastComponent.isOfSystem || bringing.contains($0.origin) },
      contents.flatMap(\.counting)
    ) { _ in }
    var answers: [ResolvedAnswer] = []
    files.eachAnswer { answers.append($0) }
    for answer in answers { add(answer) }
  }

  private mutating func add(_ answer: ResolvedAnswer) {
    for dependency in answer.dependencies {
      guard let descriptor = dependency.descriptor else { continue }
      let isAlone =
        answer.dependencies.count == 1 && answer.chain.isEmpty && answer.conflicts.isEmpty
      if !isAlone { open[descriptor] = dependency.reason }
    }
    guard answer.outcome != .depends else { return }
    func conflict(_ first: LocatedDescriptor, _ text: String) -> Conflict {
      Conflict(
        protocolName: answer.protocolName, subject: answer.subject,
        subjectOrigin: answer.subjectOrigin, isGeneric: answer.isGeneric,
        first: first.descriptor.extensionName, text: text)
    }
    for (link, next) in zip(answer.chain, answer.chain.dropFirst()) where link.rule == .name {
      byName.insert(
        conflict(
          link.descriptor,
          PluginRefusal.decidedByName(
            link.descriptor.text, for: answer.requirement, of: answer.unqualifiedSubject,
            over: next.descriptor.text)))
    }
    for parties in answer.conflicts {
      let names = parties.map(\.text)
      conflicts.insert(
        conflict(
          parties[0],
          PluginRefusal.conflict(
            names[0], for: answer.requirement, of: answer.unqualifiedSubject,
            with: Array(names.dropFirst()))))
    }
  }
}

extension LocatedDescriptor {
  fileprivate var text: String { descriptor.description(in: origin.shortDisplay) }
}

extension ResolvedAnswer {
  /// The subject without its module and the types around it, as a running program's diagnostics
  /// name it.
  fileprivate var unqualifiedSubject: String {
    subject.lastIndex(of: ".").map { String(subject[subject.index(after: $0)...]) } ?? subject
  }
}
