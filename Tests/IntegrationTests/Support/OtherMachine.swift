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

  /// A command of this machine that reads programs under test, with where their libraries are.
  static func reading(_ command: String, _ arguments: [String]) -> (String, [String]) {
    guard let root = ProcessInfo.processInfo.environment["QEMU_LD_PREFIX"], isTested else {
      return (command, arguments)
    }
    return ("env", ["LD_LIBRARY_PATH=\(root)/lib/\(names.own)-linux-gnu", command] + arguments)
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that says nothing of another machine, or can't.
  static func onThisMachine(because reason: Comment) -> Self {
    .disabled(if: OtherMachine.isTested, reason)
  }
}
