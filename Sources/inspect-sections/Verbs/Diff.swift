// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `diff`: shows what was added, removed or changed.
enum Diff {
  static func run(_ session: inout Session) {
    let paths = session.arguments.operands
    if session.report.isPage { return runPage(paths, &session) }
    let old = side(paths[0], &session)
    let errorCount = session.errorCount
    let new = side(paths[1], &session)
    // Absence from a side that was not read as a whole is not known.
    var unknown: Set<Difference.Kind> = errorCount > 0 ? [.added] : []
    if session.errorCount > errorCount { unknown.insert(.removed) }
    let (before, after) = (old.architectures, new.architectures)
    if before.count > 1 || after.count > 1 || !before.isEmpty && !after.isEmpty && before != after {
      session.problem(
        Problem(
          ScanEntry(operand: paths[1]).origin, .otherArchitecture(than: before, after: after)))
    }
    session.selection.note(protocols: (old.protocols + new.protocols).map(\.record.name))
    let changed = ProtocolDifference.between(old.protocols, new.protocols).filter {
      !unknown.contains($0.kind)
    }
    let selection = session.selection
    show(changed.filter { selection.selects($0) }, &session)
    let extensions = Difference.between(
      old.entries.map(\.descriptor), new.entries.map(\.descriptor))
    show(extensions.filter { !unknown.contains($0.kind) }, &session)
    let manifests = ManifestDifference.between(
      old.manifests.map(\.manifest), new.manifests.map(\.manifest))
    show(manifests.filter { !unknown.contains($0.kind) }, &session)
    let plugins = paths.dropFirst(2)
    if !plugins.isEmpty { breaks(plugins, old, changed, &session) }
  }

  private static func show(_ differences: [some Reportable], _ session: inout Session) {
    if !differences.isEmpty { session.sayNo() }
    for difference in differences { session.report.add(difference) }
  }

  /// Reports the plug-ins' extensions, compiled against the old side, that the
  /// new side refuses.
  private static func breaks(
    _ paths: some Collection<Path>, _ old: Snapshot, _ changed: [ProtocolDifference],
    _ session: inout Session
  ) {
    let read = List.reader(session)
    let work: @Sendable (ScanEntry) -> FoundPlugin = { entry in
      let found = read(entry)
      return FoundPlugin(
        found: found,
        compiled: found.descriptors.isEmpty ? [] : BrokenExtension.compiledProtocols(of: entry))
    }
    session.scan(Array(paths), work: work) { session, plugin in
      for problem in plugin.found.problems.all { session.problem(problem) }
      let broken = BrokenExtension.among(
        plugin.found.descriptors, compiledAgainst: plugin.compiled, old.protocols, changed)
      show(broken, &session)
    }
  }

  /// A plug-in's descriptors, and the protocols that it was compiled against.
  private struct FoundPlugin: Weighed {
    let found: FoundDescriptors
    let compiled: Set<String>

    var byteCount: Int { found.byteCount }
  }

  /// Compares the answers of each type, which snapshots lack.
  private static func runPage(_ paths: [Path], _ session: inout Session) {
    let sides = paths.compactMap { path -> [ResolvedAnswer]? in
      var found = FoundProgram()
      guard found.scan([path], &session) else { return nil }
      var problems = ProblemList()
      let files = ResolvedFiles(found.entries, found.descriptors) { problems.append($0) }
      var answers: [ResolvedAnswer] = []
      let selection = session.selection
      files.eachAnswer { if selection.selects($0) { answers.append($0) } }
      for problem in problems.all { session.problem(problem) }
      session.countFound(answers.count)
      return answers
    }
    // An answer without a file can be any other one.
    guard sides.count == 2, !session.hadBadInput else { return }
    let page = ChangePage(sides[0], sides[1])
    if !page.changes.isEmpty { session.sayNo() }
    session.report.show { page.text($0) }
  }

  /// A side of the comparison, of a snapshot or of files.
  private static func side(_ path: Path, _ session: inout Session) -> Snapshot {
    let selection = session.selection
    if var side = snapshot(path, &session) {
      if !side.isComplete {
        session.problem(Problem(ScanEntry(operand: path).origin, .incompleteSnapshot))
      }
      side.entries.removeAll {
        !selection.selects(architecture: $0.architecture) || !selection.selects($0.descriptor)
      }
      side.protocols.removeAll { !selection.selects(architecture: $0.architecture) }
      side.manifests.removeAll {
        !selection.selectsManifests || !selection.selects(architecture: $0.architecture)
      }
      session.countFound(side.entries.count)
      return side
    }
    var side = Snapshot()
    let reader = List.reader(session, describing: true)
    session.scan([path], work: reader) { session, found in
      for problem in found.problems.all { session.problem(problem.namingSnapshots) }
      side.entries += found.descriptors.map(Snapshot.Entry.init)
      side.protocols += found.protocols
      side.manifests += found.manifests
      session.countFound(found.descriptors.count)
    }
    return side
  }

  private static func snapshot(_ path: Path, _ session: inout Session) -> Snapshot? {
    let entry = ScanEntry(operand: path)
    do throws(InspectionError) {
      return try Snapshot(entry)
    } catch {
      // Files that can't be opened are reported when they are read.
      guard error.code == .malformedSnapshot || error.code == .tooLarge else { return nil }
      session.problem(Problem(entry.origin, error))
      return Snapshot()
    }
  }
}

extension Snapshot {
  fileprivate var architectures: Set<String> {
    Set(entries.map(\.architecture))
      .union(protocols.map(\.architecture)).union(manifests.map(\.architecture))
  }
}

extension InspectionError {
  fileprivate static func otherArchitecture(
    than before: Set<String>, after: Set<String>
  ) -> InspectionError {
    func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
    return InspectionError(
      .otherArchitecture,
      "it is for \(list(after)), and the other side for \(list(before)): select one with --arch")
  }

  /// The error for an incomplete snapshot: its missing descriptors would look
  /// removed or added.
  fileprivate static let incompleteSnapshot = InspectionError(
    .malformedSnapshot, "the run that wrote the snapshot could not read all of its input")
}

extension Problem {
  /// The problem with a hint at what a side can be.
  fileprivate var namingSnapshots: Problem {
    guard error.code == .notELF else { return self }
    return Problem(origin, InspectionError(.notELF, "\(error.text), nor JSON that list wrote"))
  }
}

extension Difference: Reportable {
  var lines: [String] {
    let label = (new ?? old).map { kind == .changed ? $0.extensionName : $0.label } ?? ""
    let protocolName = (new ?? old)?.protocolName ?? ""
    return ["\(kind.rawValue) \(label) of \(protocolName)"] + changes.map { "  \($0)" }
  }
}

extension ManifestDifference: Reportable {
  var lines: [String] {
    ["\(kind.rawValue) manifest of \(label)"] + changes.map { "  \($0)" }
  }
}

extension ProtocolDifference: Reportable {
  var lines: [String] {
    var lines = ["\(kind.rawValue) protocol \(name)"] + changes.map { "  \($0)" }
    if refusesExtensions {
      lines.append("  extensions that were compiled before are refused: build them again")
    } else if breaksExtensions {
      lines.append(
        "  extensions that were compiled before are refused or misread values: build them again")
    }
    return lines
  }
}

extension BrokenExtension: Reportable {
  var lines: [String] {
    let name = descriptor.descriptor.extensionName
    let source = descriptor.descriptor.source
    return [
      "broken \(name)\(isAmbiguous ? ", if it is" : "") of \(protocolName), in"
        + " \(descriptor.origin.display)" + (source.isEmpty ? "" : " (\(source))")
    ]
  }
}
