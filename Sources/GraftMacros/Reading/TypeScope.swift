// SPDX-License-Identifier: Apache-2.0

/// What names of types mean where a requirement stands.
struct TypeScope {
  /// Those of the protocol that a macro sees.
  let memberTypes: Set<String>
  /// The requirement's generic parameters.
  let hidden: Set<String>
  /// Whether it can have associated types that a macro does not see.
  let hasUnknownTypes: Bool
  /// Those that stand for types of functions.
  var functionAliases: Set<String> = []
  /// Where aliases of judged types are.
  let supportName: String
  /// Within a type, which has types of its own.
  var isNested: Bool { supportName.contains(".") }

  func name(of type: JudgedType) -> String { "\(supportName).\(type.alias)" }
}
