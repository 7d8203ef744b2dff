// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs of one command, and the most memory that any of them took.
final class CommandRuns {
  private let command: [String]
  private(set) var hasFailed = false
  /// In KiB, of the largest run.
  private var peakMemory = 0

  init(_ command: [String]) {
    self.command = command
  }

  /// How often the other command's time this one takes, from its start to its end: of
  /// each the run that the rest of the machine disturbed least, since most of these
  /// processes last a few milliseconds.
  func ratio(
    _ what: String, to name: String, _ other: [String], atMost bound: Double, rounds: Int
  ) -> Figure {
    let rival = CommandRuns(other)
    let what = "\(what), in \(name)"
    // Each once before: one that can't be run is not measured.
    guard rival.run() > 0 else { return Figure(what, skipped: "\(other[0]) can't be run") }
    let comparison = Comparison(rounds: rounds, of: run, with: rival.run)
    guard !hasFailed, !rival.hasFailed else { return Figure(what, skipped: "a run failed") }
    return Figure(
      what, comparison.measured / comparison.reference, atMost: bound,
      "\((comparison.reference * 1e3).text(2)) ms → \((comparison.measured * 1e3).text(2)) ms")
  }

  /// Of the runs so far, or of one.
  func memory(_ what: String, atMost bound: Double) -> Figure {
    if peakMemory == 0 { _ = run() }
    let what = "peak memory of \(what) (MiB)"
    guard !hasFailed else { return Figure(what, skipped: "a run failed") }
    return Figure(what, Double(peakMemory) / 1024, digits: 1, atMost: bound)
  }

  /// One run, to nowhere; 0 if it fails.
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
    // 2: some input was bad, as in every system's library folder.
    guard isStarted, status == 0 || status == 2 << 8 else {
      hasFailed = true
      return 0
    }
    peakMemory = max(peakMemory, usage.ru_maxrss)
    return 1
  }
}
