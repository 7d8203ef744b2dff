// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors
import Synchronization

/// The files and descriptors that the arguments select.
final class Selection: Sendable {
  private let protocols: Globs
  private let extensions: Globs
  private let architectures: Globs
  /// Whether an extension matches all options.
  private let hasSelected = Atomic(false)

  init(_ arguments: Arguments) {
    protocols = Globs("protocol", arguments.protocols)
    extensions = Globs("extension", arguments.extensions)
    architectures = Globs("arch", arguments.architectures)
  }

  func selects(architecture: String) -> Bool { architectures.match(architecture) }

  func selects(_ descriptor: ExtensionDescriptor) -> Bool {
    let isOfProtocol = protocols.match(descriptor.protocolName)
    let isSelected = extensions.match(descriptor.extensionName) && isOfProtocol
    if isSelected { hasSelected.store(true, ordering: .relaxed) }
    return isSelected
  }

  /// Whether advice of a process is selected, which is of no extension.
  func selects(_ advice: RunningProgram.Advice) -> Bool {
    extensions.isEmpty && protocols.match(advice.protocolName)
  }

  /// Whether a protocol's own difference is selected, which is of no extension.
  func selects(_ difference: ProtocolDifference) -> Bool {
    extensions.isEmpty && selects(protocol: difference.name)
  }

  /// Whether an answer is of a selected protocol, and a selected extension has a part in it.
  func selects(_ answer: ResolvedAnswer) -> Bool {
    guard selects(protocol: answer.protocolName) else { return false }
    let parties =
      answer.chain.map(\.descriptor) + answer.conflict + answer.exclusions.map(\.descriptor)
      + answer.dependencies.compactMap(\.descriptor)
    return extensions.isEmpty
      || parties.contains { extensions.match($0.descriptor.extensionName) }
  }

  /// Whether a protocol is selected by its name with or without the module.
  private func selects(protocol name: String) -> Bool {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    return protocols.match(last) || protocols.match(name)
  }

  /// Notes which protocols there are, so that selecting one of them is no mistake.
  func note(protocols names: [String]) {
    for name in names { _ = selects(protocol: name) }
  }

  /// Whether manifests and declarations of protocols are selected.
  ///
  /// They belong to no extension, so selecting these excludes them.
  var selectsManifests: Bool { protocols.isEmpty && extensions.isEmpty }

  /// The options that nothing in the files has matched.
  var unmatched: [Problem] {
    // Without files there are no extensions.
    let files = architectures.unmatched("no file", "is for")
    if !files.isEmpty { return files }
    let unmatched =
      protocols.unmatched("no extension", "is of")
      + extensions.unmatched("no extension", "is called")
    guard unmatched.isEmpty, !protocols.isEmpty, !extensions.isEmpty,
      !hasSelected.load(ordering: .relaxed)
    else { return unmatched }
    return [
      Problem(
        Origin(Path("--extension")),
        InspectionError(
          .nothingSelected,
          "no extension in the input is of \(protocols.text) and called \(extensions.text)"))
    ]
  }
}

/// The patterns of an option, and the names that were compared with them.
private final class Globs: Sendable {
  private let option: String
  private let globs: [String]
  private let state = Mutex(State())

  private struct State {
    var hasMatched = false
    /// The names that do not match, as many as a message needs.
    var others: Set<String> = []
  }

  /// The most names that are kept, and the most bytes of each.
  private static let (nameCount, byteCount) = (1000, 256)
  /// The most names that a message lists.
  private static let listedCount = 5

  init(_ option: String, _ globs: [String]) {
    (self.option, self.globs) = (option, globs)
  }

  var isEmpty: Bool { globs.isEmpty }
  var text: String { globs.joined(separator: " or ").escapingControls }

  func match(_ name: String) -> Bool {
    if globs.isEmpty { return true }
    let matches = globs.contains { Path(name).matches($0) }
    state.withLock { state in
      if matches {
        state.hasMatched = true
      } else if name.utf8.count <= Self.byteCount, state.others.count < Self.nameCount {
        state.others.insert(name)
      }
    }
    return matches
  }

  /// The problem that nothing has matched, if so.
  func unmatched(_ subject: String, _ verb: String) -> [Problem] {
    let (hasMatched, others) = state.withLock { ($0.hasMatched, $0.others) }
    guard !globs.isEmpty, !hasMatched else { return [] }
    let near = globs.lazy.compactMap { NearNames.of($0, among: others).first }.first
    let known = others.sorted().prefix(Self.listedCount).joined(separator: ", ")
    let rest = others.count > Self.listedCount ? ", …" : ""
    let hint =
      if let near { ": did you mean \(near)?" } else if others.isEmpty { "" } else {
        ": there are \(known)\(rest)"
      }
    return [
      Problem(
        Origin(Path("--\(option)")),
        InspectionError(.nothingSelected, "\(subject) in the input \(verb) \(text)\(hint)"))
    ]
  }
}
