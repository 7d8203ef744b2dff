// SPDX-License-Identifier: Apache-2.0

/// The exit status of the command.
enum ExitCode {
  static let done: Int32 = 0
  /// The answer is no: there are findings, differences or refused plug-ins, or
  /// nothing was found that is required.
  static let answerIsNo: Int32 = 1
  /// Some input could not be read, or the report could not be written.
  static let badInput: Int32 = 2
  /// Wrong usage (EX_USAGE of sysexits.h).
  static let usage: Int32 = 64

  /// The meanings, for people.
  static let meanings: [(code: Int32, meaning: String)] = [
    (done, "done"), (answerIsNo, "the answer is no: findings, differences, or nothing found"),
    (badInput, "some input was bad, the rest is printed all the same"), (usage, "wrong usage"),
  ]
}
