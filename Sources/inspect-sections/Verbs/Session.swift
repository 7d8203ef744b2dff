// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// One run: what was asked, and what came of it so far.
struct Session: ~Copyable {
  let arguments: Arguments
  var report: Report
  private var hadBadInput = false
  private var answerIsNo = false
  /// Of all files: there can be one of each, and the answer hangs on none.
  private var warnings = ProblemList()
  private var foundCount = 0
  /// Of `--files-from`.
  private var listedPaths: [Path] = []
  private var progress = Progress(total: 0, arguments: nil)

  init(_ arguments: Arguments, _ output: consuming OutputFile) {
    self.arguments = arguments
    report = Report(output, arguments)
  }

  /// Of `--process` and `--core`.
  private var mapped: [ScanEntry] = []

  /// Reads the names of `--files-from`, and which files a process maps; false if they can't be
  /// known.
  mutating func readList() -> Bool {
    if let process = arguments.process {
      let origin = Origin(Path("process \(process)"))
      guard
        takeMapped(
          origin, { () throws(InspectionError) in try MappedFiles(process: process) })
      else { return false }
    }
    if let core = arguments.core {
      guard
        takeMapped(
          Origin(core), { () throws(InspectionError) in try MappedFiles(core: core) })
      else { return false }
    }
    guard let list = arguments.list else { return true }
    do throws(InspectionError) {
      listedPaths = try PathList(list, isTerminatedByNUL: arguments.listIsTerminatedByNUL).paths
      return true
    } catch {
      problem(Problem(ScanEntry(operand: list).origin, error))
      return false
    }
  }

  private mutating func takeMapped(
    _ origin: Origin, _ read: () throws(InspectionError) -> MappedFiles
  ) -> Bool {
    do throws(InspectionError) {
      let found = try read()
      for problem in found.problems { self.problem(problem) }
      mapped += found.entries
      return true
    } catch {
      problem(Problem(origin, error))
      return false
    }
  }

  mutating func problem(_ problem: Problem) {
    if problem.severity == .error {
      hadBadInput = true
    } else if !warnings.append(problem) {
      return
    }
    progress.erase()
    report.problem(problem)
  }

  /// A finding, unless its rule is turned off.
  mutating func report(_ finding: Finding) {
    guard !arguments.ignoredRules.contains(finding.rule) else { return }
    if finding.rule.severity >= arguments.leastSeverity { sayNo() }
    report.add(finding)
  }

  /// A finding or a difference.
  mutating func sayNo() { answerIsNo = true }

  /// What `--require` asks for.
  mutating func countFound(_ count: Int) { foundCount += count }

  /// Does the same to each file of the paths, and takes what comes of it in their
  /// order.
  ///
  /// - Parameter mergesLinks: takes a file once, whatever its names.
  mutating func scan<Output: Weighed>(
    _ paths: [Path], mergesLinks: Bool = false, work: @escaping @Sendable (ScanEntry) -> Output,
    take: (inout Session, Output) -> Void
  ) {
    scanPieces(
      paths, mergesLinks: mergesLinks,
      work: { entry, outlet in
        outlet.put {
          let output = work(entry)
          return (output, output.byteCount)
        }
      }, take: take)
  }

  /// Does the same to each file of the paths, and takes several pieces of each.
  mutating func scanPieces<Piece: Sendable>(
    _ paths: [Path], mergesLinks: Bool = false,
    work: @escaping @Sendable (ScanEntry, Outlet<Piece>) -> Void,
    take: (inout Session, Piece) -> Void
  ) {
    let walk = TreeWalk(
      paths + listedPaths, excluding: arguments.excluded, mergesLinks: mergesLinks)
    for problem in walk.problems { self.problem(problem) }
    let entries = walk.entries + mapped
    progress = Progress(total: entries.count, arguments: arguments)
    OrderedWork.run(
      entries, jobs: arguments.jobs, work: work,
      take: { piece in
        take(&self, piece)
        return !report.output.isClosed && report.output.failure == nil
      }, finish: { progress.show($0 + 1) })
    progress.erase()
  }

  /// The code of the process; prints the end of the report.
  mutating func finish() -> Int32 {
    if arguments.requiresDescriptor && foundCount == 0 { answerIsNo = true }
    for var rest in warnings.counted {
      rest.origin = Origin(Path("other files"))
      report.problem(rest)
    }
    let code =
      hadBadInput ? ExitCode.badInput : answerIsNo ? ExitCode.answerIsNo : ExitCode.done
    if report.finish(exit: code) { return code }
    let place = arguments.output?.display ?? "standard output"
    Terminal.complain("inspect-sections: \(place): error: can't write: \(report.output.reason)")
    return ExitCode.badInput
  }
}
