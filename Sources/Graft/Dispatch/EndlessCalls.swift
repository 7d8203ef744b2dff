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

  @usableFromInline
  static func stop(_ key: UInt) -> Never {
    let subjects = RegistryStore.shared.withState { $0.published.subjects }
    let chains = subjects.filter { subject in
      let (key, tag) = (key ^ _DispatchKey.ofErased(subject.base.subject), subject.base.classTag)
      return key == 0 || key == tag
    }.map { "  \(Resolution.heads(of: $0.base))" }
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
  /// What the keys of its subject are combined with where that is a class.
  fileprivate static var classTag: UInt {
    extensibleProtocol.cells.map { $0.cell.pointee.classTag }.max() ?? 0
  }
}

extension Resolution {
  fileprivate static func heads(of base: any ExtensionBase.Type) -> String {
    let resolution = ExtensionRegistry.resolution(of: base)
    let heads = resolution.requirements.compactMap { requirement in
      requirement.chain.first.map { "\(requirement.name): \($0.extension)" }
    }
    return "\(resolution.protocolName) of \(resolution.subject): \(heads.joined(separator: "; "))"
  }
}
