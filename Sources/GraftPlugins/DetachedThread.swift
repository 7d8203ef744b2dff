// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// A thread that waits for something from outside of the process.
final class DetachedThread {
  private let body: @Sendable () -> Void

  private init(_ body: @Sendable @escaping () -> Void) { self.body = body }

  /// Runs a body on a new thread that blocks all signals but those of faults.
  ///
  /// - Parameter name: the thread's name, of at most 15 bytes.
  /// - Returns: 0 or an error number.
  static func run(_ name: String, _ body: @Sendable @escaping () -> Void) -> Int32 {
    let thread = Unmanaged.passRetained(DetachedThread(body))
    let code = graft_run_detached(
      name,
      { context in
        // The context is the object that is passed below.
        Unmanaged<DetachedThread>.fromOpaque(context!).takeRetainedValue().body()
      }, thread.toOpaque())
    if code != 0 { thread.release() }
    return code
  }
}
