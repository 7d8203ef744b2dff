// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import Glibc

extension Trace {
  /// What was asked for and has met nothing, now and when the process ends.
  static func loadUnmatched(_ when: String) {
    // In a child of fork nobody is to ask the Swift runtime.
    guard isOn(.load), graft_fork_count() == 0 else { return }
    for unmatched in ExtensionRegistry.unmatched { write(.unmatched(unmatched, when: when)) }
  }

  /// Says it when the process ends.
  static func tellUnmatchedAtExit() {
    guard isOn(.load) else { return }
    _ = atexit { Trace.loadUnmatched("to the end") }
  }
}
