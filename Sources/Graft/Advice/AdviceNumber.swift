// SPDX-License-Identifier: Apache-2.0

/// Numbers advice in the order in which it is made.
final class AdviceNumber: Sendable {
  private let last = SharedWord(allocated: 0)

  deinit { last.deallocate() }

  func next() -> UInt64 { UInt64(last.addRelaxed(1)) }
}
