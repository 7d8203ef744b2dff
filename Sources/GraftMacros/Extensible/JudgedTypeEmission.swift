// SPDX-License-Identifier: Apache-2.0

/// Renders code by which the compiler judges a protocol's types.
///
/// Its errors point at their declarations.
struct JudgedTypeEmission {
  private let declared: ProtocolDeclaration
  /// Each type once, with the first requirement that has it.
  private let types: [(type: JudgedType, place: SourcePlace)]

  init(_ declared: ProtocolDeclaration) {
    self.declared = declared
    var seen: Set<String> = []
    types = declared.requirements.flatMap { requirement in
      requirement.judged.compactMap { type in
        guard let place = requirement.place, seen.insert(type.alias).inserted else { return nil }
        return (type, place)
      }
    }
  }

  private var unknown: [(type: JudgedType, place: SourcePlace)] {
    // The types of an enclosing type have other names outside of it.
    guard !declared.context.isNoncopyable, declared.context.hasUnknownTypes,
      !declared.context.isNested
    else { return [] }
    return types.filter { $0.type.question == .isFound }
  }

  /// The aliases in the support namespace.
  var aliases: String {
    types.map { type, place in
      place.around(
        "\(declared.access.modifier)typealias \(type.alias) = \(type.definition)")
    }.map { $0 + "\n" }.joined()
  }

  /// Pairs of methods in an extension of the protocol, where a name can refer to an
  /// associated type.
  ///
  /// In that case `any P` has only the second method, which is unavailable.
  var members: [String] {
    unknown.map { type, _ in
      """
      nonisolated fileprivate func \(type.alias)(_: (\(type.type)).Type?) {}
      @available(*, unavailable, message: "'\(type.type)' is of a protocol that '\(declared.name)' \
      refines, which a macro does not see: write 'Self.\(type.type)'")
      @_disfavoredOverload nonisolated fileprivate func \(type.alias)(_: Never?) {}
      """
    }
  }

  /// The calls of these methods, in the support namespace.
  var check: String {
    guard !unknown.isEmpty else { return "" }
    let calls = unknown.map { type, place in place.around("subject.\(type.alias)(nil)") }
    return """
      private static func _checkTypes(of subject: any \(declared.name)) {
      \(calls.joined(separator: "\n"))
      }

      """
  }
}
