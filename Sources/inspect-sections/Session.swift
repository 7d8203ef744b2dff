// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// One run: what was asked, and what came of it so far.
struct Session: ~Copyable {
  let arguments: Arguments
  var report: Report
  private var hadBadInput = false
  private var answerIsNo = false
  private var descriptorCount = 0
  private var progress = Progress(total: 0, arguments: nil)

  init(_ arguments: Arguments, _ output: consuming OutputFile) {
    self.arguments = arguments
    report = Report(output, arguments)
  }

  mutating func problem(_ problem: Problem) {
    hadBadInput = true
    progress.erase()
    report.problem(problem)
  }

  /// A finding or a difference.
  mutating func sayNo() { answerIsNo = true }

  mutating func countDescriptors(_ count: Int) { descriptorCount += count }

  /// Does the same to each file of the paths, and takes what comes of it in their
  /// order.
  ///
  /// - Parameter mergesLinks: takes a file once, whatever its names.
  mutating func scan<Output: Sendable>(
    _ paths: [Path], mergesLinks: Bool = false, work: @escaping @Sendable (ScanEntry) -> Output,
    take: (inout Session, Output) -> Void
  ) {
    let walk = TreeWalk(paths, excluding: arguments.excluded, mergesLinks: mergesLinks)
    for problem in walk.problems { self.problem(problem) }
    progress = Progress(total: walk.entries.count, arguments: arguments)
    OrderedWork.run(walk.entries, jobs: arguments.jobs, work: work) { index, output in
      take(&self, output)
      progress.show(index + 1)
      return !report.output.isClosed && report.output.failure == nil
    }
    progress.erase()
  }

  /// The code of the process; prints the end of the report.
  mutating func finish() -> Int32 {
    if arguments.requiresDescriptor && descriptorCount == 0 { answerIsNo = true }
    let code =
      hadBadInput ? ExitCode.badInput : answerIsNo ? ExitCode.answerIsNo : ExitCode.done
    if report.finish(exit: code) { return code }
    let place = arguments.output?.display ?? "standard output"
    Terminal.complain("inspect-sections: \(place): error: can't write: \(report.output.reason)")
    return ExitCode.badInput
  }
}
