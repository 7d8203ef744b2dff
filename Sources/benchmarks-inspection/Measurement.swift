// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What one run of a command costs.
struct Measurement {
  /// In milliseconds.
  var wall: Double
  /// In KiB.
  var peakMemory: Int

  /// Nil if the command can't be run, or fails.
  init?(_ command: [String]) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let begin = Self.now
    guard posix_spawnp(&process, command[0], &actions, nil, &words, environ) == 0 else {
      return nil
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    wall = Double(Self.now - begin) / 1e6
    peakMemory = usage.ru_maxrss
    // 2: some input was bad, as in every system's library folder.
    guard status == 0 || status == 2 << 8 else { return nil }
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Two commands that do the same.
struct Comparison {
  var what: String
  var own: [String]
  var rivalName: String
  var rival: [String]
  /// How many times the rival's time is allowed.
  var bound: Double
  /// In MiB; nil where memory is not bounded.
  var memoryBound: Int?
  var runs: Int

  /// Runs both in turn, so that what else the machine does hits both.
  ///
  /// - Returns: whether the bounds hold; nil if one can't be run.
  func measure() -> Bool? {
    var (ours, theirs): ([Measurement], [Measurement]) = ([], [])
    for _ in 0..<runs {
      guard let one = Measurement(own), let other = Measurement(rival) else { return nil }
      ours.append(one)
      theirs.append(other)
    }
    let (own, rival) = (best(ours), best(theirs))
    let memory = ours.map(\.peakMemory).max().map { Double($0) / 1024 } ?? 0
    let isWithin = own / rival <= bound && memoryBound.map { memory <= Double($0) } ?? true
    let memoryText =
      memoryBound.map { "\(rounded(memory)) of \($0) MiB" } ?? "\(rounded(memory)) MiB"
    print(
      "\(isWithin ? "ok  " : "MISS") \(what): \(rounded(own)) ms, \(rivalName) \(rounded(rival)) ms:"
        + " \(rounded(own / rival)) of at most \(bound); \(memoryText)")
    return isWithin
  }

  /// The run that the rest of the machine disturbed least.
  private func best(_ runs: [Measurement]) -> Double { runs.map(\.wall).min() ?? 0 }

  private func rounded(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
