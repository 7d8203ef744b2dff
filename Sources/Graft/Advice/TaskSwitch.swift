// SPDX-License-Identifier: Apache-2.0

/// Chooses the chain of a call by what its task blocks.
///
/// Links live for ever, and so does this.
final class TaskSwitch: MarkedSuccessor, @unchecked Sendable {
  /// The heads of chains without some extensions, while the program has not changed.
  private struct Alternative {
    let version: UInt64
    let heads: [LinkAddress]
  }

  private let heads: [LinkAddress]
  private let version: @Sendable () -> UInt64
  private let answer: @Sendable (Set<String>) -> [LinkAddress]
  private let alternatives = Guarded([Set<String>: Alternative]())

  /// - Parameters:
  ///   - heads: the heads of all other tasks.
  ///   - version: the program's version.
  ///   - answer: finds the heads without the extensions of some names.
  init(
    _ heads: [LinkAddress], version: @escaping @Sendable () -> UInt64,
    answer: @escaping @Sendable (Set<String>) -> [LinkAddress]
  ) {
    (self.heads, self.version, self.answer) = (heads, version, answer)
  }

  override func link(_ requirement: Int, of base: any ExtensionBase.Type) -> LinkAddress {
    let blocked = TaskScope.blocked
    if blocked.isEmpty { return heads[requirement] }
    let version = version()
    if let known = alternatives.withLock({ $0[blocked] }), known.version == version {
      return known.heads[requirement]
    }
    // Users' accessors run without the lock.
    let heads = answer(blocked)
    alternatives.withLock { $0[blocked] = Alternative(version: version, heads: heads) }
    return heads[requirement]
  }
}
