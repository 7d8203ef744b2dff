// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Runs a command, and keeps the largest memory that a run took.
final class CommandRuns {
  private let command: [String]
  private(set) var hasFailed = false
  /// The memory of the largest run, in KiB.
  private var peakMemory = 0

  init(_ command: [String]) {
    self.command = command
  }

  /// The ratio to another command's duration, from start to end. It compares
  /// the fastest runs of both, since most of these processes last a few
  /// milliseconds.
  func ratio(
    _ what: String, to name: String, _ other: [String], atMost bound: Double, rounds: Int
  ) -> Figure {
    let rival = CommandRuns(other)
    let what = "\(what), in \(name)"
    // Run each once first; one that fails is not measured.
    guard rival.run() > 0 else { return Figure(what, skipped: "\(other[0]) can't be run") }
    let comparison = Comparison(rounds: rounds, of: run, with: rival.run)
    guard !hasFailed, !rival.hasFailed else { return Figure(what, skipped: "a run failed") }
    return Figure(
      what, comparison.measured / comparison.reference, atMost: bound,
      "\((comparison.reference * 1e3).text(2)) ms → \((comparison.measured * 1e3).text(2)) ms")
  }

  /// The memory of the runs so far, or of one run.
  func memory(_ what: String, atMost bound: Double) -> Figure {
    if peakMemory == 0 { _ = run() }
    let what = "peak memory of \(what) (MiB)"
    guard !hasFailed else { return Figure(what, skipped: "a run failed") }
    return Figure(what, Double(peakMemory) / 1024, digits: 1, atMost: bound)
  }

  /// Runs it once without output; 0 if it fails.
  private func run() -> Int {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    var (status, usage): (Int32, rusage) = (0, rusage())
    let isStarted = posix_spawnp(&process, command[0], &actions, nil, &words, environ) == 0
    if isStarted { while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {} }
    // Status 2 means that some input was bad, as in every system's library
    // folder.
    guard isStarted, status == 0 || status == 2 << 8 else {
      hasFailed = true
      return 0
    }
    peakMemory = max(peakMemory, usage.ru_maxrss)
    return 1
  }
}
