// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// The types that a protocol refines, as far as its own clauses show them.
///
/// A macro sees no other declaration. It knows the standard library's protocols by
/// their names; of any other one it takes no member for known.
struct KnownAncestors {
  /// The associated types of the known ones, which requirements call by bare names.
  let memberTypes: Set<String>
  /// The names of all of them.
  let names: Set<String>
  /// Whether there are others than the standard library's.
  let hasOthers: Bool
  /// Whether one of the known ones makes the protocol class-bound.
  let isClassBound: Bool

  init(of declared: ProtocolDeclSyntax) {
    let bounds = declared.bounds.filter { $0.suppressed == nil }.map(\.unqualified)
    names = Set(bounds)
    memberTypes = Set(bounds.flatMap { StandardProtocols.associatedTypes(of: $0) ?? [] })
    hasOthers = !bounds.allSatisfy(StandardProtocols.isKnown)
    isClassBound = !StandardProtocols.classBound.isDisjoint(with: names)
  }
}
