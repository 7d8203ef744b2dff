// SPDX-License-Identifier: Apache-2.0

/// The meaning of type names in a requirement.
struct TypeScope {
  let context: ProtocolContext
  /// The requirement's generic parameters, which hide member types.
  let hidden: Set<String>
  /// The protocol's member types that a macro sees.
  let memberTypes: Set<String>

  init(_ context: ProtocolContext, hiding hidden: Set<String>) {
    (self.context, self.hidden) = (context, hidden)
    memberTypes = context.memberTypes.subtracting(hidden)
  }

  func name(of type: JudgedType) -> String { "\(context.supportName).\(type.alias)" }
}
