// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// Calls that have no end, in debug builds: an override that calls the subject's
/// requirement, where it means the next link, is called by that. The system would end the
/// process without a word.
@usableFromInline
enum EndlessCalls {
  /// Ends the process with a message if little is left of the stack.
  ///
  /// - Parameter key: of the call that looks for its link.
  @inlinable
  @inline(__always)
  static func check(_ key: UInt) {
    if isStackUsedUp { stop(key) }
  }

  @usableFromInline static var isStackUsedUp: Bool { graft_is_stack_used_up() }

  /// Says where the calls of a key go to, a line for each protocol: whoever publishes chains
  /// tells it.
  static let explanations = Guarded<[@Sendable (UInt) -> [String]]>([])

  @usableFromInline
  static func stop(_ key: UInt) -> Never {
    let chains = explanations.withLock { $0 }.flatMap { $0(key) }.map { "  " + $0 }
    fatalError(
      """

      Graft: calls have used up this thread's stack; the last one is of \
      \(chains.isEmpty ? "a requirement" : "one of these, which go to"):
      \(chains.sorted().joined(separator: "\n"))
      An override that calls the requirement on the subject, as in subject.greet(), begins its \
      chain anew. The next link is called on super, as in super.greet(subject).
      """)
  }
}

extension ExtensionBase {
  /// Whether its subject's calls look for their links by this key.
  static func isDispatched(by key: UInt) -> Bool {
    let difference = key ^ _DispatchKey.ofErased(subject)
    return difference == 0 || difference == classTag
  }

  /// What the keys of its subject are combined with where that is a class.
  private static var classTag: UInt {
    extensibleProtocol.cells.map { $0.cell.pointee.classTag }.max() ?? 0
  }
}
