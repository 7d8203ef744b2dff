// SPDX-License-Identifier: Apache-2.0

/// Which images have been told that they count, and which are just being told something.
struct LifecycleTable {
  private enum Phase: Equatable {
    /// Told by this thread that they come to count, which they may refuse.
    case beginning(thread: UInt)
    case begun
    /// Told by this thread that they have ceased to count.
    case ending(thread: UInt)
  }

  private var phases: [Int: Phase] = [:]

  /// What is to be done before an image may count.
  enum Turn: Equatable {
    /// To tell it.
    case tell
    /// Nothing: it was told.
    case over
    /// To wait until another thread has told it.
    case wait
    /// To give up: this thread is in an `onLoad` or `onWithdraw`, and another, or the same, is
    /// in one of this image. To wait could be for ever.
    case entangled
  }

  mutating func begin(_ number: Int, on thread: UInt) -> Turn {
    switch phases[number] {
    case nil:
      phases[number] = .beginning(thread: thread)
      return .tell
    case .begun: return .over
    case .beginning, .ending:
      let isInside = phases.values.contains { phase in
        phase == .beginning(thread: thread) || phase == .ending(thread: thread)
      }
      return isInside ? .entangled : .wait
    }
  }

  /// An image that was told counts.
  mutating func settle(_ number: Int) { phases[number] = .begun }

  /// An image that was told does not count after all, or not any more.
  ///
  /// - Returns: false if it was not told, or is being told just now.
  mutating func end(_ number: Int, on thread: UInt) -> Bool {
    guard phases[number] == .begun else { return false }
    phases[number] = .ending(thread: thread)
    return true
  }

  /// An image has nothing more to be told.
  mutating func forget(_ number: Int) { phases[number] = nil }
}
