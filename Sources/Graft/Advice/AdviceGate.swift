// SPDX-License-Identifier: Apache-2.0

/// Lets an advice run in one call only.
final class AdviceGate: Sendable {
  private let hasRun = SharedWord(allocated: 0)
  /// Removes the advice: it will not run again.
  private let close: @Sendable () -> Void

  init(close: @escaping @Sendable () -> Void) {
    self.close = close
  }

  deinit { hasRun.deallocate() }

  /// True in the first call that asks. What the advice runs stays until that has left it.
  func admit() -> Bool {
    guard hasRun.exchange(1) == 0 else { return false }
    close()
    return true
  }
}

extension AdviceStep {
  /// How it runs in this call; nil if it does not.
  var admittedForm: AdviceForm? {
    guard form == .special else { return form }
    return unsafe body._withUnsafeGuaranteedRef { body in
      traits.contains(.isOnce) && !body.gate!.admit() ? nil : body.form
    }
  }
}
