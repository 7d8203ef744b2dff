// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `resolve`: shows which extension answers each requirement of each type.
enum Resolve {
  static func run(_ session: inout Session) {
    let (question, paths) = operands(session.arguments)
    var found = FoundProgram()
    guard found.scan(paths, &session) else { return }
    var problems = ProblemList()
    let files = ResolvedFiles(found.entries, found.descriptors) { problems.append($0) }
    var count = 0
    var conforms = false
    var page = AnswerPage()
    let selection = session.selection
    files.eachAnswer(to: question) { answer in
      conforms = true
      guard selection.selects(answer) else { return }
      if session.arguments.requiresAnswers, answer.isMissing { session.sayNo() }
      session.countFound(1)
      if count == 0 { session.report.text(ResolvedAnswer.condition) }
      count += 1
      if session.report.isPage { page.add(answer) }
      session.report.add(ReportedAnswer(answer: answer, isWhole: question != nil))
    }
    for problem in problems.all { session.problem(problem) }
    session.report.show { page.text($0) }
    if let question, !files.knows(question) {
      let advice =
        files.nearest(to: question).map { "did you mean \($0)?" }
        ?? "name the file with the protocol's base class too"
      session.problem(
        Problem(
          Origin(Path(question)),
          InspectionError(
            .system,
            "neither a file nor a protocol or requirement that these files declare: \(advice)")))
    } else if !conforms, !problems.all.contains(where: { $0.error.code == .tooLarge }) {
      session.sayNo()
      session.report.text("No type in these files conforms to an extensible protocol of theirs.")
    }
  }

  /// Splits the operands: a first word that names no file and looks like a name
  /// is the question.
  private static func operands(_ arguments: Arguments) -> (question: String?, paths: [Path]) {
    let words = arguments.operands
    guard words.count > (arguments.bringsPaths ? 0 : 1), let first = words.first, !first.exists,
      let text = first.utf8,
      !text.contains("/")
    else { return (nil, words) }
    return (text, Array(words.dropFirst()))
  }
}

/// The files of a program, and their descriptors.
struct FoundProgram {
  private(set) var entries: [ScanEntry] = []
  private var architectures: Set<String> = []
  private var compared = ComparedDescriptors()
  private var builds = PluginBuilds()

  /// All descriptors: those that are not selected too can answer first.
  var descriptors: [LocatedDescriptor] { compared.all }

  /// Reads the files of the paths and the libraries that they need.
  ///
  /// - Returns: false if they are no program, or their records are too many to be compared, which it
  ///   reports.
  mutating func scan(_ paths: [Path], _ session: inout Session) -> Bool {
    let read = List.reader(session, byteLimit: ComparedDescriptors.byteLimit, leavingOut: false)
    let selection = session.selection
    var found = self
    session.scan(
      paths, merging: .links, work: { FoundFile(entry: $0, found: read($0)) }
    ) { session, file in
      if let architecture = file.found.linkedArchitecture {
        guard selection.selects(architecture: architecture) else { return }
        found.architectures.insert(architecture)
      }
      found.take(file, &session)
    }
    if found.architectures.count > 1 {
      session.problem(.severalArchitectures(found.architectures, found.entries))
      return false
    }
    let needed = NeededLibraries(of: found.entries)
    for note in needed.notes { session.problem(note) }
    for entry in needed.entries {
      found.take(FoundFile(entry: entry, found: read(entry)), &session)
    }
    self = found
    session.noteLeftOut(descriptors.filter { selection.selects($0.descriptor) })
    leaveOutSuperseded(&session)
    if let problem = compared.problem { session.problem(problem) }
    return compared.problem == nil
  }

  private mutating func take(_ file: FoundFile, _ session: inout Session) {
    for problem in file.found.problems.all { session.problem(problem) }
    if file.found.areTooMany { compared.dismiss(file.entry.origin) }
    for descriptor in file.found.descriptors { compared.append(descriptor) }
    let state = session.program?.image(of: file.entry)?.state
    if state == nil || state == .active {
      builds.append(file.found, at: file.entry.origin, isInProcess: state != nil)
    }
    // The types of a superseded build are those of the newer one.
    if state != .superseded { entries.append(file.entry) }
  }

  /// Leaves out the builds of plug-ins that a process with these files would not run.
  private mutating func leaveOutSuperseded(_ session: inout Session) {
    let notes = builds.superseded(among: entries)
    guard !notes.isEmpty else { return }
    for note in notes { session.problem(note) }
    let origins = Set(notes.map(\.origin))
    compared.mark(.ofImage(.superseded), of: origins)
    entries.removeAll { origins.contains($0.origin) }
  }

  private struct FoundFile: Weighed {
    let entry: ScanEntry
    let found: FoundDescriptors

    var byteCount: Int { found.byteCount }
  }
}

extension Problem {
  fileprivate static func severalArchitectures(
    _ architectures: Set<String>, _ entries: [ScanEntry]
  ) -> Problem {
    let names = architectures.sorted().joined(separator: " and ")
    return Problem(
      entries.last?.origin ?? Origin(Path("the files")),
      InspectionError(
        .usage, "the files are for \(names), and no program loads both: select one with --arch"))
  }
}

/// An answer in a report; it can be several rows for people.
struct ReportedAnswer: Reportable, Encodable {
  let answer: ResolvedAnswer
  let isWhole: Bool

  static var headings: [String] {
    ["subject", "requirement", "", "extension", "where", "rule", "source", "file"]
  }

  static var shortenings: [Int: Table.Shortening] {
    [0: .name, 1: .requirement, 3: .name, 6: .source]
  }

  var rows: [[String]] {
    var rows: [[String]] = []
    func add(_ role: String, _ located: LocatedDescriptor?, _ rule: String) {
      let isFirst = rows.isEmpty
      rows.append([
        isFirst ? answer.subject : "",
        isFirst ? "\(answer.protocolName).\(answer.requirement)" : "", role,
        located?.descriptor.extensionName ?? "", located?.constraintText ?? "", rule,
        located?.descriptor.source ?? "", located?.origin.shortDisplay ?? "",
      ])
    }
    switch answer.outcome {
    case .nobody: add("nobody", nil, "a call traps")
    case .depends:
      for dependency in answer.dependencies {
        add("depends", dependency.descriptor, "on \(dependency.reason)")
      }
    case .conflict:
      for party in answer.conflict { add("conflict", party, "passed over") }
      if answer.chain.isEmpty { add("nobody", nil, "a call traps") }
    case .answered: break
    }
    for (index, link) in answer.chain.enumerated() {
      let role = index > 0 ? "then" : answer.outcome == .depends ? "otherwise" : "answers"
      add(role, link.descriptor, link.rule?.rawValue ?? "only")
    }
    let conflict = Set(answer.conflict)
    if isWhole {
      for exclusion in answer.exclusions where !conflict.contains(exclusion.descriptor) {
        add("not", exclusion.descriptor, exclusion.reason)
      }
    }
    return rows
  }

  func draw(_ graph: inout DotGraph) { graph.add(answer) }
  func encode(to encoder: any Encoder) throws { try answer.encode(to: encoder) }
}
