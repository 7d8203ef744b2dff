// SPDX-License-Identifier: Apache-2.0

/// The meaning of type names in a requirement.
struct TypeScope {
  /// The protocol's member types that a macro sees.
  let memberTypes: Set<String>
  /// The requirement's generic parameters.
  let hidden: Set<String>
  /// Whether the protocol can have associated types that a macro does not see.
  let hasUnknownTypes: Bool
  /// The names that stand for function types.
  var functionAliases: Set<String> = []
  /// The namespace with the aliases of judged types.
  let supportName: String
  /// Whether the protocol is nested in a type, which has member types of its own.
  var isNested: Bool { supportName.contains(".") }

  func name(of type: JudgedType) -> String { "\(supportName).\(type.alias)" }
}
