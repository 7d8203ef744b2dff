// SPDX-License-Identifier: Apache-2.0

/// What the process says at its end.
enum ExitCode {
  static let done: Int32 = 0
  /// The answer is no: findings, differences, refused plug-ins, nothing though required.
  static let answerIsNo: Int32 = 1
  /// Some input could not be read, or the report not be written.
  static let badInput: Int32 = 2
  /// EX_USAGE of sysexits.h.
  static let usage: Int32 = 64

  /// For people.
  static let meanings: [(code: Int32, meaning: String)] = [
    (done, "done"), (answerIsNo, "the answer is no: findings, differences, or nothing to show"),
    (badInput, "some input was bad, the rest is printed all the same"), (usage, "wrong usage"),
  ]
}
