// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Numbers advice in the order in which it is made.
final class AdviceNumber: Sendable {
  private let last = Atomic<UInt64>(0)

  func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
