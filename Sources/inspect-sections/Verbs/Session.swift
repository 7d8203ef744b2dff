// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// A run of a verb: the arguments and the results so far.
struct Session: ~Copyable {
  let arguments: Arguments
  let selection: Selection
  var report: Report
  /// The number of errors in the input so far.
  private(set) var errorCount = 0
  var hadBadInput: Bool { errorCount > 0 }
  private var answerIsNo = false
  /// Warnings for all files together; there can be one for each file, and the
  /// exit status doesn't depend on them.
  private var warnings = ProblemList()
  private var foundCount = 0
  private var progress = Progress(nil)

  init(_ arguments: Arguments, _ output: consuming OutputFile) {
    self.arguments = arguments
    selection = Selection(arguments)
    report = Report(output, arguments)
  }

  /// The files given by `--process` or `--core`.
  private var mapped: [ScanEntry] = []
  /// The program as the process describes it; nil if that is unknown.
  private(set) var program: RunningProgram?
  /// The process or core that says so.
  private var programOrigin: Origin?

  /// Lists the files that a process maps; false if they can't be determined.
  mutating func readMappings() -> Bool {
    var origin = Origin.nowhere
    do throws(InspectionError) {
      if let process = arguments.process {
        origin = Origin(Path("process \(process)"))
        takeMapped(try MappedFiles(process: process))
      }
      if let core = arguments.core {
        origin = Origin(core)
        takeMapped(try MappedFiles(core: core))
      }
      return true
    } catch {
      problem(Problem(origin, error))
      return false
    }
  }

  private mutating func takeMapped(_ found: MappedFiles) {
    for problem in found.problems { self.problem(problem) }
    mapped += found.entries
    guard arguments.verb.row.readsPrograms else { return }
    let (program, problem) = found.readProgram()
    if let problem { self.problem(problem) }
    guard let program else { return }
    var all = self.program ?? RunningProgram()
    all.append(program)
    self.program = all
    programOrigin = found.origin
  }

  /// Says which extensions the process does not count.
  mutating func noteLeftOut(_ descriptors: [LocatedDescriptor]) {
    guard let programOrigin else { return }
    let names = descriptors.compactMap { located -> String? in
      guard let state = located.state, !state.counts else { return nil }
      return "\(located.descriptor.extensionName) (\(state.text))"
    }
    guard !names.isEmpty else { return }
    let rest = names.count > Self.namedCount ? " and \(names.count - Self.namedCount) more" : ""
    problem(
      Problem(
        programOrigin,
        InspectionError(
          .leftOut, "left out: \(names.prefix(Self.namedCount).joined(separator: ", "))\(rest)")))
  }

  /// The most extensions that a note names.
  private static let namedCount = 20

  mutating func problem(_ problem: Problem) {
    if problem.severity == .error {
      errorCount += 1
    } else if !arguments.wantsFiles, !warnings.append(problem) {
      // A table has a row for each file.
      return
    }
    progress.erase()
    report.problem(problem)
  }

  /// Reports a finding, unless its rule is turned off.
  mutating func report(_ finding: Finding) {
    guard !arguments.ignoredRules.contains(finding.rule) else { return }
    if finding.rule.severity >= arguments.leastSeverity { sayNo() }
    report.add(finding)
  }

  /// Makes the answer no, for a finding or a difference.
  mutating func sayNo() { answerIsNo = true }

  /// Counts results, for `--require`.
  mutating func countFound(_ count: Int) { foundCount += count }

  /// Reads each file of the paths, and takes the results in their order.
  ///
  /// - Parameter merging: the rule by which files count as one.
  mutating func scan<Output: Weighed>(
    _ paths: [Path], merging: TreeWalk.Merging = .words,
    work: @escaping @Sendable (ScanEntry) -> Output,
    take: (inout Session, Output) -> Void
  ) {
    scanPieces(
      paths, merging: merging,
      work: { entry, outlet in
        outlet.put {
          let output = work(entry)
          return (output, output.byteCount)
        }
      }, take: take)
  }

  /// Reads each file of the paths, and takes several results of each.
  ///
  /// The names in `--files-from` are read on the way. Results are written
  /// before waiting for more names, so that the writer of the list can read the
  /// report.
  mutating func scanPieces<Piece: Sendable>(
    _ paths: [Path], merging: TreeWalk.Merging = .words,
    work: @escaping @Sendable (ScanEntry, Outlet<Piece>) -> Void,
    take: (inout Session, Piece) -> Void
  ) {
    progress = Progress(arguments)
    var walk = TreeWalk(paths, excluding: arguments.excluded, merging: merging)
    // The process tells more of a file than its path.
    walk.skip(mapped)
    scanAll(of: &walk, work: work, take: take)
    if let list = arguments.list {
      do throws(InspectionError) {
        var list = try PathList(list, isTerminatedByNUL: arguments.listIsTerminatedByNUL)
        while isWanted {
          let names = try list.next()
          if names.isEmpty { break }
          walk.append(listed: names)
          scanAll(of: &walk, work: work, take: take)
          report.output.flush()
        }
      } catch {
        problem(Problem(ScanEntry(operand: list).origin, error))
      }
    }
    scan(mapped, work: work, take: take)
    progress.erase()
  }

  /// The number of files read at a time.
  private static var batchCount: Int { 4096 }

  private mutating func scanAll<Piece: Sendable>(
    of walk: inout TreeWalk, work: @escaping @Sendable (ScanEntry, Outlet<Piece>) -> Void,
    take: (inout Session, Piece) -> Void
  ) {
    var batch: [ScanEntry] = []
    while isWanted, let step = walk.next() {
      switch step {
      case .problem(let problem): self.problem(problem)
      case .file(let entry): batch.append(entry)
      }
      if batch.count == Self.batchCount {
        scan(batch, work: work, take: take)
        batch.removeAll(keepingCapacity: true)
      }
    }
    scan(batch, work: work, take: take)
  }

  private mutating func scan<Piece: Sendable>(
    _ entries: [ScanEntry], work: @escaping @Sendable (ScanEntry, Outlet<Piece>) -> Void,
    take: (inout Session, Piece) -> Void
  ) {
    OrderedWork.run(
      entries, jobs: arguments.jobs, work: work,
      take: { piece in
        take(&self, piece)
        return isWanted
      }, finish: { _ in progress.showOneMore() })
  }

  /// Whether the report can still be written to a reader.
  private var isWanted: Bool { !report.output.isClosed && report.output.failure == nil }

  /// Ends the report, and returns the exit status.
  mutating func finish() -> Int32 {
    if arguments.requiresDescriptor && foundCount == 0 { answerIsNo = true }
    if arguments.explainedRule == nil {
      for unmatched in selection.unmatched {
        answerIsNo = true
        problem(unmatched)
      }
    }
    for var rest in warnings.counted {
      rest.origin = Origin(Path("other files"))
      report.problem(rest)
    }
    let code = hadBadInput ? ExitCode.badInput : answerIsNo ? ExitCode.answerIsNo : ExitCode.done
    if report.finish(exit: code) { return code }
    let place = arguments.output?.display ?? "standard output"
    Terminal.complain("inspect-sections: \(place): error: can't write: \(report.output.reason)")
    return ExitCode.badInput
  }
}
