// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The conflicts that a process with these files has, as far as files tell.
struct FileConflicts {
  /// The conflicts of all types, in the words of `load`.
  private(set) var texts: Set<String> = []
  /// The decisions that only the names of plug-ins make, in the same words.
  private(set) var byName: Set<String> = []
  /// The reasons why a conflict can't be ruled out, by the extension that may
  /// take part in one.
  private(set) var open: [LocatedDescriptor: String] = [:]

  init(among contents: [ImageContents]) {
    let own = contents.filter { !$0.entry.path.lastComponent.isOfSystem }
    let files = ResolvedFiles(own.map(\.entry), own.flatMap(\.descriptors)) { _ in }
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
    for (link, next) in zip(answer.chain, answer.chain.dropFirst()) where link.rule == .name {
      byName.insert(
        PluginRefusal.decidedByName(
          link.descriptor.text, for: answer.requirement, of: answer.unqualifiedSubject,
          over: next.descriptor.text))
    }
    for parties in answer.conflicts {
      let names = parties.map(\.text)
      texts.insert(
        PluginRefusal.conflict(
          names[0], for: answer.requirement, of: answer.unqualifiedSubject,
          with: Array(names.dropFirst())))
    }
  }
}

extension LocatedDescriptor {
  fileprivate var text: String { descriptor.description(in: origin.shortDisplay) }
}

extension ResolvedAnswer {
  /// The subject without its module, as a running program's diagnostics name it.
  fileprivate var unqualifiedSubject: String {
    subject.firstIndex(of: ".").map { String(subject[subject.index(after: $0)...]) } ?? subject
  }
}
