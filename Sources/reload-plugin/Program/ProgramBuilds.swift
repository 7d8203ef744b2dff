// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Foundation

/// The builds of the running program.
///
/// SwiftPM builds it so that its functions can be replaced; then its changed
/// sources become replacements.
final class ProgramBuilds {
  private let options: Options
  private let swiftPM: SwiftPM
  private let handover: Handover
  private let folder: SessionFolder
  private var modules: [ProgramModule]
  private let others: [ProgramModule]
  private let cache = SourceCache()

  private var live = LiveSources(built: ProgramSources())
  /// The libraries that the program has, oldest first.
  private var libraries: [String] = []
  /// The conformances that they have added; a process keeps the first of each.
  private var conformances: [ReplacementPlan.Conformance: String] = [:]
  private var number = 0
  private var built = stat()
  private var manifest: Data?

  init(
    _ options: Options, _ swiftPM: SwiftPM, _ handover: Handover, in folder: SessionFolder
  ) {
    (self.options, self.swiftPM) = (options, swiftPM)
    (self.handover, self.folder) = (handover, folder)
    modules = options.modules.map(ProgramModule.init)
    others = options.otherModules.map(ProgramModule.init)
  }

  /// The path of the executable.
  private(set) var file = ""

  private var manifestFile: String { options.package + "/Package.swift" }

  // MARK: The build

  /// Builds the program, and records the sources as those of the next process.
  ///
  /// After a failure, what runs is served as before.
  ///
  /// - Returns: whether the build succeeded; SwiftPM has reported its errors.
  func build() throws -> Bool {
    var sources = ProgramSources(of: modules)
    while true {
      guard try swiftPM.build(options.executable) else { return false }
      let plan = try BuildManifest(contentsOf: "\(options.scratch)/debug.yaml")
      let build = try OwnBuild(
        of: options.executable, modules, plan, in: options.folder, beside: swiftPM.folder())
      guard try build.run(in: options.package) else { return false }
      // The compiler may or may not have seen files that were saved meanwhile.
      let after = ProgramSources(of: modules)
      if after == sources {
        try start(build, plan, sources)
        return true
      }
      sources = after
    }
  }

  /// Records a build as that of the next process.
  private func start(
    _ build: OwnBuild, _ plan: BuildManifest, _ sources: ProgramSources
  ) throws {
    // A build that fails later overwrites interfaces.
    let interfaces = try folder.next(of: "interfaces")
    for index in modules.indices {
      try modules[index].read(plan)
      try modules[index].keep(build.interface(of: modules[index].name), in: interfaces)
    }
    file = build.file
    guard stat(file, &built) == 0 else { throw Problem("the build made no \(file)") }
    live = LiveSources(built: sources.of(modules))
    (libraries, conformances) = ([], [:])
    manifest = FileManager.default.contents(atPath: manifestFile)
  }

  // MARK: Changes

  /// Whether some of the files are the program's.
  func concerns(_ paths: Set<String>) -> Bool {
    paths.contains { path in modules.contains { $0.isAround(path) } || path == manifestFile }
  }

  /// Replaces what can be replaced after files were saved or removed.
  func change(_ paths: Set<String>) throws {
    var sources: Set<String> = []
    for path in paths.sorted() {
      let name = (path as NSString).lastPathComponent
      if let other = others.first(where: { $0.holds(path) }) {
        if path.isIn(options.watched) { continue }
        Report.line("\(name): its module \(other.name) is not in \(options.executable)")
      } else if let module = modules.first(where: { $0.holds(path) })
        ?? modules.first(where: { $0.isAround(path) })
      {
        if path.hasSuffix(".swift") && !module.holds(path) {
          Report.line("\(name): \(module.name) is built without it: \(Self.advice)")
        } else if path.hasSuffix(".swift") {
          sources.insert(path)
        } else if !SourceContents.isFile(path) {
          // A folder can have gone with its files.
          sources.formUnion(live.saved.files.keys.filter { $0.hasPrefix(path + "/") })
        } else {
          Report.line("\(name): no Swift file: \(Self.advice)")
        }
      } else if path == manifestFile,
        FileManager.default.contents(atPath: path) != manifest
      {
        Report.line("\(name): it says how all is built: \(Self.advice)")
      }
    }
    let saved = live.save(sources)
    guard !saved.isEmpty else { return }
    try take(saved)
  }

  /// Tries again what waits for a process.
  func retry() throws {
    if !live.held.isEmpty { try take([]) }
  }

  /// Takes saved files, and those that wait, as far as possible, and reports what
  /// became of each.
  private func take(_ saved: Set<String>) throws {
    let files = saved.union(waiting(for: saved))
    var attempt = Attempt(
      saved: saved, files: files, time: SourceContents.newest(saved), offered: files)
    try take(&attempt)
    report(attempt)
  }

  /// The held files to try again: those that do not wait for the compiler, and those that saved
  /// files concern, directly or by others of them.
  private func waiting(for saved: Set<String>) -> Set<String> {
    var found = Set(live.held.filter { !$1.isByCompiler }.keys)
    var pending = saved
    while !pending.isEmpty {
      pending = Set(
        live.held.keys.filter { !found.contains($0) && concerns(pending, $0) })
      found.formUnion(pending)
    }
    return found
  }

  /// A try to take files.
  private struct Attempt {
    let saved: Set<String>
    /// The files that were saved, and those that waited for them.
    let files: Set<String>
    /// The time of saving, in nanoseconds.
    let time: Int?
    var offered: Set<String>
    var titles: [String: [String]] = [:]
    var took = ""
  }

  /// Takes what is offered, and holds the rest.
  private func take(_ attempt: inout Attempt) throws {
    while !attempt.offered.isEmpty {
      // Declarations of such a file are not known for sure.
      if let output = try syntaxErrors(of: attempt.offered) {
        if try refuse(output, &attempt) { return }
        continue
      }
      let plan = ReplacementPlan(
        from: live.running, to: live.taking(attempt.offered), builtFrom: live.built, of: modules,
        reading: cache, having: conformances)
      if !plan.problems.isEmpty {
        // A file that runs as it was saved has a problem only with what is offered beside it.
        let isOfOffered = plan.problems.keys.contains(where: attempt.offered.contains)
        let texts = plan.problems.sorted { $0.key < $1.key }.flatMap(\.value)
        let offered = attempt.offered.map { ($0, texts) }
        hold(
          isOfOffered ? plan.problems : Dictionary(uniqueKeysWithValues: offered),
          isByCompiler: false, &attempt)
      } else if plan.isEmpty {
        return live.take(attempt.offered, isNew: false)
      } else if try take(plan, &attempt) {
        return
      }
    }
  }

  /// The compiler's errors for files whose syntax is wrong; nil if there are none.
  private func syntaxErrors(of paths: Set<String>) throws -> String? {
    var errors = ""
    for path in paths.sorted() where cache.reader(path, live.saved.files[path] ?? "").hasError {
      guard let module = modules.first(where: { $0.holds(path) }) else { continue }
      let (isParsed, output) = try ChildProcess.run(
        module.compiler + ["-parse", path], in: options.package)
      if !isParsed { errors += output }
    }
    return errors.isEmpty ? nil : errors
  }

  /// Compiles and loads replacements.
  ///
  /// - Returns: false if some files are held and the rest is to be tried.
  private func take(_ plan: ReplacementPlan, _ attempt: inout Attempt) throws -> Bool {
    let start = ContinuousClock.now
    let library = try folder.next(of: "replacements.so")
    if let output = try compile(plan, to: library) {
      return try refuse(output, &attempt)
    }
    let took = "compiled in \(Handover.text((ContinuousClock.now - start).seconds))"
    let answers = handover.replace(by: library, in: built)
    guard let done = answers.last(where: { $0.isDone == true }) else {
      let refusals = answers.filter { $0.isDone == false }.flatMap(\.lines)
      let reason =
        refusals.isEmpty
        ? "no program is connected" : "the program refuses it: \(refusals.joined(separator: "; "))"
      hold(reasons(reason, for: attempt.offered), isByCompiler: false, &attempt)
      return true
    }
    note(library, of: plan)
    let duration = attempt.time.map {
      "\(Handover.text(Double(done.nanoseconds - $0) / 1e9)) from saving to running; "
    }
    attempt.took = (duration ?? "") + took
    attempt.titles.merge(plan.titles) { $1 }
    live.take(attempt.offered, isNew: true)
    return true
  }

  private func reasons(_ reason: String, for paths: Set<String>) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: paths.map { ($0, [reason]) })
  }

  private func hold(
    _ problems: [String: [String]], isByCompiler: Bool, _ attempt: inout Attempt
  ) {
    for (path, reasons) in problems {
      live.hold(path, because: Held(reasons: reasons, isByCompiler: isByCompiler))
    }
    attempt.offered.subtract(problems.keys)
  }

  /// Holds the files that did not compile.
  ///
  /// - Returns: whether nothing is left to try.
  private func refuse(_ output: String, _ attempt: inout Attempt) throws -> Bool {
    let errors = CompilerErrors(in: output).errors
    var reasons: [String: [String]] = [:]
    for error in errors {
      let text = "\(name(error.path)):\(error.place): \(error.message)"
      if attempt.offered.contains(error.path) {
        let rivals = live.rolledBack.union(live.held.keys).subtracting(attempt.offered)
        let waiting = changed(rivals, mentionedAt: error).map { path, name in
          "waits for \(self.name(path)), which changes \(name)"
            + (live.rolledBack.contains(path) ? " and was rolled back" : "")
        }
        let known = reasons[error.path, default: []]
        reasons[error.path] = known + (waiting + [text]).filter { !known.contains($0) }
      } else {
        // An unchanged caller does not fit.
        for (path, _) in changed(attempt.offered, mentionedAt: error) {
          reasons[path, default: []].append(text)
        }
      }
    }
    if reasons.isEmpty && attempt.offered.count > 1 {
      for path in attempt.offered.sorted() {
        var single = attempt
        single.offered = [path]
        try take(&single)
        attempt.titles = single.titles
        attempt.took = single.took
      }
      return true
    }
    if reasons.isEmpty {
      let all = errors.map { "\(name($0.path)):\($0.place): \($0.message)" }
      reasons[attempt.offered.first ?? ""] = all.isEmpty ? ["the compiler fails: see above"] : all
    }
    let isNew = !attempt.saved.isDisjoint(with: reasons.keys)
    if isNew && !reasons.values.joined().contains(where: { $0.hasPrefix("waits") }) {
      Report.output(output)
    }
    hold(reasons, isByCompiler: true, &attempt)
    return false
  }

  /// The files with a changed name that the line of an error mentions.
  private func changed(
    _ paths: some Sequence<String>, mentionedAt error: CompilerErrors.CompilerError
  ) -> [(path: String, name: String)] {
    let text = live.saved.files[error.path] ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(error.line - 1) else { return [] }
    let line = String(lines[error.line - 1])
    return paths.sorted().compactMap { path in
      let name = changedNames(of: path).sorted().first(where: line.mentions)
      return name.map { (path, $0) }
    }
  }

  /// The names whose meaning a saved file changes.
  private func changedNames(of path: String) -> Set<String> {
    changes(of: path, from: live.running, to: live.saved).names
  }

  private func changes(
    of path: String, from before: ProgramSources, to after: ProgramSources
  ) -> FileChanges {
    let (old, new) = (before.files[path] ?? "", after.files[path] ?? "")
    return FileChanges(from: cache.reader(path, old), to: cache.reader(path, new))
  }

  /// Whether saved files may change what the compiler says of another one.
  private func concerns(_ saved: Set<String>, _ path: String) -> Bool {
    let names = changedNames(of: path)
    return saved.contains { other in
      // A use of a declaration need not name it, and one that is gone can be what was refused.
      let texts = [live.running, live.saved].compactMap { $0.files[other] }
      return !changedNames(of: other).isEmpty
        || names.contains { name in texts.contains { $0.holds(name) } }
    }
  }

  private func name(_ path: String) -> String { live.saved.name(path, of: modules) }

  private func report(_ attempt: Attempt) {
    for (path, titles) in attempt.titles.sorted(by: { $0.key < $1.key }) {
      Report.line("\(name(path)): replaced: \(attempt.took)")
      for title in titles { Report.line("  \(title)") }
    }
    for path in attempt.files.sorted() where attempt.titles[path] == nil && live.held[path] == nil {
      Report.line("\(name(path)): nothing changed")
    }
    for (path, held) in live.held.sorted(by: { $0.key < $1.key }) {
      Report.line("\(name(path)): held")
      for reason in held.reasons { Report.line("  \(reason)") }
    }
    if !live.held.isEmpty { Report.line(Self.advice) }
  }

  /// Restores what ran before the newest change.
  func rollBack() throws {
    guard let previous = live.previous else {
      return Report.line("the program runs as it was built")
    }
    let plan = ReplacementPlan(
      from: live.running, to: previous, builtFrom: live.built, of: modules, reading: cache,
      having: conformances)
    let reasons = plan.problems.values.flatMap(\.self)
    guard reasons.isEmpty, let took = try replace(by: plan) else {
      return Report.line((["nothing is rolled back"] + reasons).joined(separator: ": "))
    }
    // A declaration that no code mentions any more needs no replacement.
    let changed = previous.changes(from: live.running).filter { path in
      !changes(of: path, from: live.running, to: previous).isEmpty
    }
    for path in Set(changed).union(plan.titles.keys).sorted() {
      Report.line("\(previous.name(path, of: modules)): rolled back\(took)")
      for title in plan.titles[path] ?? [] { Report.line("  \(title)") }
    }
    live.rollBack()
  }

  /// Compiles and loads the replacements of a plan, if it has some.
  ///
  /// - Returns: what that took, for a report; nil after a failure.
  private func replace(by plan: ReplacementPlan) throws -> String? {
    if plan.isEmpty { return "" }
    let library = try folder.next(of: "replacements.so")
    let start = ContinuousClock.now
    guard try compile(plan, to: library) == nil,
      handover.replace(by: library, in: built).contains(where: { $0.isDone == true })
    else { return nil }
    note(library, of: plan)
    return ": compiled in \(Handover.text((ContinuousClock.now - start).seconds))"
  }

  private func note(_ library: String, of plan: ReplacementPlan) {
    libraries.append(library)
    conformances.merge(plan.conformances) { first, _ in first }
  }

  /// Gives a process that connects late what others have.
  func welcome(_ host: Hosts.Host) throws {
    for library in libraries { handover.replace(by: library, in: built, only: host) }
    try retry()
  }

  // MARK: The compiler

  /// Compiles replacements.
  ///
  /// - Returns: what the compiler printed, if it has errors; else nil.
  private func compile(_ plan: ReplacementPlan, to library: String) throws -> String? {
    number += 1
    let build = ReplacementBuild(
      folder: (library as NSString).deletingLastPathComponent, package: options.package)
    return try build.build(plan.sources(number: number), number: number, to: library)
  }

  private static let advice = "b builds and starts again"
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
