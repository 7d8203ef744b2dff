// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets an advice run in one call only.
final class AdviceGate: Sendable {
  private let hasRun = Atomic(false)
  /// Removes the advice: it will not run again.
  private let close: @Sendable () -> Void

  init(close: @escaping @Sendable () -> Void) {
    self.close = close
  }

  /// True in the first call that asks. What the advice runs stays until that has left it.
  func admit() -> Bool {
    guard !hasRun.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    close()
    return true
  }
}

extension AdviceStep {
  /// Whether it runs in this call.
  var isAdmitted: Bool {
    guard traits.contains(.isOnce) else { return true }
    return unsafe body._withUnsafeGuaranteedRef { $0.gate!.admit() }
  }
}
