// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A conflict that a process with these files would have for a type.
struct FileConflict: Hashable {
  /// The text, in the words of `load`.
  let text: String

  /// The conflicts of all conforming types.
  static func among(_ contents: [ImageContents]) -> Set<FileConflict> {
    let own = contents.filter { !$0.entry.path.lastComponent.isOfSystem }
    let files = ResolvedFiles(own.map(\.entry), own.flatMap(\.descriptors)) { _ in }
    var answers: [String: [ResolvedAnswer]] = [:]
    files.eachAnswer { answers["\($0.protocolName) \($0.subject)", default: []].append($0) }
    // A type that implements all of a protocol never asks the registry.
    let asking = answers.values.filter { $0.contains { $0.outcome != .own } }
    return Set(
      asking.joined().filter { $0.outcome != .depends }.flatMap { answer in
        answer.conflicts.map { parties in
          let names = parties.map { $0.descriptor.description(in: $0.origin.shortDisplay) }
          return FileConflict(
            text: PluginRefusal.conflict(
              names[0], for: answer.requirement, of: answer.unqualifiedSubject,
              with: Array(names.dropFirst())))
        }
      })
  }
}

extension ResolvedAnswer {
  /// The subject without its module, as in a running program's diagnostics.
  fileprivate var unqualifiedSubject: String {
    subject.firstIndex(of: ".").map { String(subject[subject.index(after: $0)...]) } ?? subject
  }
}
