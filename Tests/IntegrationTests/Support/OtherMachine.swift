// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `Tests/commands/aarch64` runs these tests with another machine's compilers in PATH, whose
/// programs an emulator runs. It says so by GRAFT_TEST_MACHINE.
enum OtherMachine {
  static let isTested = ProcessInfo.processInfo.environment["GRAFT_TEST_MACHINE"] != nil

  /// As errors call the machine of the programs under test, and one that it is not.
  static let names =
    isTested ? (own: "aarch64", other: "x86_64") : (own: "x86_64", other: "aarch64")
}

extension Trait where Self == ConditionTrait {
  /// A test that says nothing of another machine, or can't.
  static func onThisMachine(because reason: Comment) -> Self {
    .disabled(if: OtherMachine.isTested, reason)
  }
}
