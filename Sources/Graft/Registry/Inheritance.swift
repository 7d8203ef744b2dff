// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// What a child of `fork` has from a parent with several threads: one of them, which the
/// child does not have, may have held a lock of the Swift runtime for ever. So what was
/// ever answered is answered as it was last, and the runtime is not asked; until the child
/// itself changes something.
struct Inheritance {
  private var forkCount: UInt64 = 0
  private var isOver = false

  /// Whether the last answers hold.
  mutating func holds() -> Bool {
    notice()
    return forkCount != 0 && !isOver && graft_arrival_count() == graft_arrival_count_at_fork()
  }

  /// The process has changed something.
  mutating func end() {
    notice()
    isOver = true
  }

  private mutating func notice() {
    guard graft_fork_count() != forkCount else { return }
    forkCount = graft_fork_count()
    isOver = false
  }
}

extension Registry {
  /// The last answer for a subject, published once more; nil if the registry is to be
  /// asked.
  func inheritedHeads(of base: any ExtensionBase.Type) -> [LinkAddress]? {
    guard graft_fork_count() != 0 else { return nil }
    return state.withLock { state in
      state.inheritance.holds() ? state.published.publishAgain(base) : nil
    }
  }

  /// The last answer for a type's own implementation, published once more.
  func inheritedHead(in cell: CellAddress, for subject: Any.Type) -> LinkAddress? {
    guard graft_fork_count() != 0 else { return nil }
    return state.withLock { state in
      state.inheritance.holds() ? state.published.publishOwnAgain(in: cell, for: subject) : nil
    }
  }
}
