// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `list`: shows the descriptors and manifests of files, archives and folders.
enum List {
  static func run(_ session: inout Session) {
    if let glob = session.arguments.section { return SectionSearch.run(glob, &session) }
    let isTable = session.arguments.format == .table
    if isTable, session.arguments.wantsSizes { return Sizes.run(&session) }
    showProgram(&session)
    let reader = pieces(
      session, details: isTable ? .notes : [],
      describing: !isTable && session.selection.selectsManifests)
    // Lines below the table, since a cell would make the column as wide for all rows.
    var lines: [String] = []
    session.scanPieces(
      session.arguments.operands,
      work: { entry, outlet in
        reader(entry) { piece in outlet.put { (piece, piece.byteCount) } }
      }
    ) { session, found in
      for problem in found.problems.all { session.problem(problem) }
      if session.selection.selectsManifests {
        for found in found.protocols { session.report.add(found) }
      }
      for manifest in found.manifests { session.report.add(manifest) }
      for descriptor in found.descriptors { session.report.add(descriptor) }
      if let file = found.file { session.report.add(file) }
      session.countFound(found.descriptors.count)
      if isTable { lines += found.probes.map(\.line) + found.packaging.flatMap(\.lines) }
    }
    for line in lines { session.report.text(line) }
  }

  /// Shows the images and the advice of a process.
  ///
  /// Images and blocked names belong to no protocol or extension, as manifests.
  private static func showProgram(_ session: inout Session) {
    guard let program = session.program else { return }
    let selection = session.selection
    if selection.selectsManifests {
      show(program.images, &session)
      show(program.blocked, &session)
    }
    show(program.advice.filter(selection.selects), &session)
  }

  /// Shows a table of its own.
  private static func show(_ rows: [some Reportable], _ session: inout Session) {
    guard !rows.isEmpty else { return }
    for row in rows { session.report.add(row) }
    session.report.text("")
  }

  /// Returns a function that reads the selected descriptors, with their states in a
  /// process.
  ///
  /// - Parameters:
  ///   - describesLibraries: whether to read what differences of protocols depend on.
  ///   - byteLimit: the most memory that the descriptors of a file may need.
  ///   - leavesOut: whether to leave out what is not selected.
  static func reader(
    _ session: borrowing Session, describing describesLibraries: Bool = false,
    byteLimit: Int = .max, leavingOut leavesOut: Bool = true
  ) -> @Sendable (ScanEntry) -> FoundDescriptors {
    let details = details(session.arguments, [])
    let complete = completion(session, describesLibraries, leavesOut)
    let selection = session.selection
    return { entry in
      var found = FoundDescriptors(entry, details: details, byteLimit: byteLimit) {
        selection.selects(architecture: $0)
      }
      complete(&found, entry)
      return found
    }
  }

  /// Returns the same function for parts of files, so that none is in memory as a whole.
  private static func pieces(
    _ session: borrowing Session, details: FoundDescriptors.Details, describing: Bool
  ) -> @Sendable (ScanEntry, (FoundDescriptors) -> Void) -> Void {
    let details = Self.details(session.arguments, details)
    let complete = completion(session, describing)
    let selection = session.selection
    return { entry, take in
      FoundDescriptors.eachPiece(
        of: entry, details: details, selects: { selection.selects(architecture: $0) }
      ) { piece in
        var piece = piece
        complete(&piece, entry)
        take(piece)
      }
    }
  }

  /// The facts to read, with those that options request.
  private static func details(
    _ arguments: Arguments, _ details: FoundDescriptors.Details
  ) -> FoundDescriptors.Details {
    var details = details
    if arguments.wantsSizes { details.insert(.sizes) }
    if arguments.wantsFiles { details.insert(.file) }
    return details
  }

  /// Returns a function that adds states and leaves out what is not selected.
  private static func completion(
    _ session: borrowing Session, _ describesLibraries: Bool, _ leavesOut: Bool = true
  ) -> @Sendable (inout FoundDescriptors, ScanEntry) -> Void {
    let program = session.program
    let selection = session.selection
    return { found, entry in
      if describesLibraries { found.protocols.describe(entry) }
      if let program { found.mark(entry, in: program) }
      // The selection counts what it has matched, also if nothing is left out.
      found.descriptors.removeAll { !selection.selects($0.descriptor) && leavesOut }
      if !selection.selectsManifests, leavesOut {
        (found.manifests, found.probes, found.packaging) = ([], [], [])
      }
    }
  }
}

extension LocatedProbes {
  fileprivate var line: String {
    "\(origin.shortDisplay): probes: \(names.joined(separator: ", "))".escapingControls
  }
}

extension LocatedPackagingNotes {
  fileprivate var lines: [String] {
    let file = origin.shortDisplay
    let packages = notes.package.map { package in
      let words = [package.type, package.name, package.version, package.os.map { "(\($0))" }]
      return "\(file): package: \(words.compactMap(\.self).joined(separator: " "))"
    }
    return (notes.dlopen.map { "\(file): dlopen: \($0.line)" } + [packages].compactMap(\.self))
      .map(\.escapingControls)
  }
}

extension DlopenDependency {
  /// Such as `pdf (suggested): libpoppler.so.2, libpoppler.so.1`.
  fileprivate var line: String {
    let head = [feature, priority.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
    return (head.isEmpty ? "" : head + ": ") + sonames.joined(separator: ", ")
  }
}

extension LocatedDescriptor: Reportable {
  func draw(_ graph: inout DotGraph) { graph.add(self) }

  static var headings: [String] {
    ["protocol", "extension", "where", "implements", "priority", "source", "file"]
  }

  static var shortenings: [Int: Table.Shortening] { [0: .name, 1: .name, 5: .source] }

  var cells: [String] {
    [
      descriptor.protocolName,
      descriptor.isOfProtocol
        ? "default of the protocol"
        : descriptor.extensionName + descriptor.kind.mark + mark,
      constraintText, descriptor.requirements.map(\.text).joined(separator: ", "),
      descriptor.priority == 0 || descriptor.isOfProtocol ? "" : String(descriptor.priority),
      descriptor.source,
      origin.shortDisplay,
    ]
  }

  /// The remark that it does not count in the process.
  private var mark: String {
    guard let state, !state.counts else { return "" }
    return " (\(state.text))"
  }

  var constraintText: String {
    (descriptor.conditions + (descriptor.hasPredicate ? ["applies(to:)"] : []))
      .joined(separator: ", ")
  }
}

extension RunningProgram.Image: Reportable {
  static var headings: [String] { ["state", "records", "plug-in", "file"] }

  var cells: [String] {
    [state.text, String(recordCount), plugin ?? "", origin.shortDisplay]
  }
}

extension RunningProgram.Blocked: Reportable {
  static var headings: [String] { ["blocked"] }

  var cells: [String] { [name] }
}

extension RunningProgram.Advice: Reportable {
  static var headings: [String] { ["advised", "subjects", "advice", "source"] }

  var cells: [String] { ["\(protocolName).\(requirement)", subjects, name ?? "", source ?? ""] }
}

/// A manifest is shown as a row above its file's descriptors.
extension LocatedManifest: Reportable {
  static var headings: [String] { LocatedDescriptor.headings }
  static var shortenings: [Int: Table.Shortening] { LocatedDescriptor.shortenings }

  var cells: [String] {
    [
      "", "\(manifest) (plug-in)", "",
      manifest.needs.isEmpty
        ? "" : "needs " + manifest.needs.map(\.description).joined(separator: ", "),
      "", manifest.source, origin.shortDisplay,
    ]
  }
}

/// A protocol is shown as a row above its file's descriptors.
extension LocatedProtocol: Reportable {
  static var headings: [String] { LocatedDescriptor.headings }
  static var shortenings: [Int: Table.Shortening] { LocatedDescriptor.shortenings }

  var cells: [String] {
    [
      name, "the protocol itself", "", requirementNames.joined(separator: ", "), "", source,
      origin.shortDisplay,
    ]
  }
}

/// A file is shown as a row after its descriptors, so that its reader has them
/// all.
extension LocatedFile: Reportable {}

extension DescriptorKind {
  /// The remark after the name, if it is no extension.
  fileprivate var mark: String {
    switch self {
    case .extension: ""
    case .advice, .pointcut: " (\(name))"
    }
  }
}
