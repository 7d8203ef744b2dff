// SPDX-License-Identifier: Apache-2.0

/// Renders the defaults that `@Extensible` writes in an extension of one protocol.
struct DefaultEmission {
  let declared: ProtocolDeclaration
  /// The protocol as code outside its enclosing type names it.
  let qualifiedName: String

  /// The enclosing type's name and a dot.
  private var prefix: String { String(qualifiedName.dropLast(declared.name.count)) }
  private var support: String { prefix + declared.supportName }
  private var access: String { declared.access.modifier }

  var source: String {
    let copyability = declared.context.isNoncopyable ? " where Self: ~Copyable" : ""
    let members = declared.members.map(member) + JudgedTypeEmission(declared).members
    // An actor's defaults are isolated to it.
    let isolation = declared.context.isActor ? "" : declared.isolation
    return """
      \(declared.spi)\(isolation)extension \(qualifiedName)\(copyability) {
      \(members.joined(separator: "\n\n"))
      }
      """
  }

  /// The defaults of operators, which are at file scope.
  ///
  /// In the protocol's module Swift finds no operators that a macro writes in an
  /// extension.
  var operators: [String] {
    declared.requirements.filter { $0.kind == .operator }.map { requirement in
      let inlining = isOutOfLine(requirement) ? self.inlining : ""
      let signature = requirement.operatorSignature(ofSubject: declared.subjectConstraint)
      let isOnOwn = requirement.saysWhereItRuns || !requirement.isolation.isEmpty
      let attributes =
        declared.spi + declared.attributes(isOnOwn: isOnOwn).onOneLine + attributes(of: requirement)
      let isolation = isOnOwn ? requirement.isolation : declared.isolation
      return requirement.placed(
        """
        \(attributes)\(inlining)\(isolation)\(access)\(signature) {
        \(body(requirement, of: "Subject"))
        }
        """)
    }
  }

  private func member(_ member: ProtocolMember) -> String {
    let outOfLine = member.requirements.filter(isOutOfLine).map(outOfLine)
    if member.requirements[0].kind == .operator { return outOfLine.joined(separator: "\n\n") }
    let attributes = attributes(of: member.requirements[0])
    let inlining = member.requirements.allSatisfy(isOutOfLine) ? self.inlining : ""
    let bodies = member.requirements.map { body($0) }
    let accessors = zip(member.accessors, bodies).map { "\(inlining)\($0) {\n\($1)\n}" }
    // No location can stand between accessors.
    let declaration =
      accessors.isEmpty
      ? "\(attributes)\(inlining)\(access)\(member.head) {\n\(bodies[0])\n}"
      : "\(attributes)\(access)\(member.head) { \(accessors.joined(separator: " ")) }"
    return ([member.requirements[0].placed(declaration)] + outOfLine).joined(separator: "\n\n")
  }

  /// The requirement's attributes that its default has, too.
  private func attributes(of requirement: Requirement) -> String {
    (requirement.isDisfavored ? "@_disfavoredOverload " : "") + requirement.attributes.onOneLine
  }

  /// The attributes of a default that is inlined into each conforming type's witness.
  ///
  /// The witness then needs no jump and knows more of the type. A specialised default
  /// would take the value itself, and would have to copy it for the link. The
  /// protocol's module has no code for it.
  private var inlining: String {
    declared.access.ifPublic("@_alwaysEmitIntoClient")
      + "@inline(__always) @_semantics(\"optimize.sil.specialize.generic.never\") "
  }

  // MARK: Bodies

  /// The body of a default.
  ///
  /// If it finds no link, it jumps to a function with the same parameters, so that
  /// the fast path saves no registers.
  ///
  /// - Parameter type: the subject's type, where there is no `self`.
  private func body(_ requirement: Requirement, of type: String? = nil) -> String {
    if requirement.kind == .initialiser { return initialiserBody(requirement) }
    let dispatch = dispatch(requirement, of: type)
    let call = call(of: requirement, subject: type.map { $0 + ".self" } ?? "self", of: type)
    let prefix = type.map { $0 + "." } ?? ""
    guard isOutOfLine(requirement) else {
      return "let head = \(dispatch.search)\n\(call.setup)return \(call.expression)"
    }
    let slow = requirement.forwarded(to: prefix + outOfLineName(requirement))
    return """
      guard let head = unsafe \(dispatch.head) else { return \(slow) }
      \(call.setup)return \(call.expression)
      """
  }

  private func initialiserBody(_ requirement: Requirement) -> String {
    let call = call(of: requirement, subject: "Self.self")
    let start = "let head = \(dispatch(requirement).search)\n\(call.setup)"
    return requirement.isFailable
      ? start + "guard let made = (\(call.expression)) else { return nil }\nself = made"
      : start + "self = " + call.expression
  }

  private func outOfLine(_ requirement: Requirement) -> String {
    let (call, dispatch) = (call(of: requirement, subject: "self"), dispatch(requirement))
    // The code of other modules calls it.
    let isOfFile = requirement.kind == .operator && declared.access != .public
    let visibility =
      declared.access == .public
      ? "@usableFromInline " : isOfFile ? "fileprivate " : "private "
    let signature = requirement.outOfLineSignature(named: outOfLineName(requirement))
    return requirement.placed(
      """
      \(requirement.attributes.onOneLine)\(ProtocolEmission.outOfLine)\(visibility)\
      \(requirement.isolation)\(signature) {
      let head = \(dispatch.search)
      \(call.setup)return \(call.expression)
      }
      """)
  }

  /// Whether the slow path is a function of its own.
  private func isOutOfLine(_ requirement: Requirement) -> Bool { !requirement.lacks(.outOfLine) }

  private func outOfLineName(_ requirement: Requirement) -> String {
    "\(Epoch.prefix)\(declared.name)_\(requirement.number)"
  }

  private func call(
    of requirement: Requirement, subject: String, of type: String? = nil
  ) -> (setup: String, expression: String) {
    let base = "\(prefix)\(declared.className)<\(type ?? "Self")>"
    return requirement.call(
      link: dispatchedLink("head", as: base), subject: subject,
      type == nil ? \.inExtension : \.inClass)
  }

  /// The expressions that find a call's head: in the cell, and by the registry if the
  /// cell does not have it.
  private func dispatch(
    _ requirement: Requirement, of subject: String? = nil
  ) -> (head: String, search: String) {
    let type =
      subject.map { $0 + ".self" } ?? (requirement.isKeyedByStaticType ? "Self.self" : "self")
    let cell =
      "Graft::GeneratedCode.DispatchCell.at(\(declared.cells(prefix)), \(requirement.number))"
    return requirement.isKeyedByType
      ? (
        "\(cell).head(for: Graft::GeneratedCode.DispatchKey.ofType(\(type)))",
        "\(unsafeMark)\(support)._head(\(type), \(declared.number(of: requirement, prefix)))"
      )
      : (
        "\(cell).head(of: self, classTag: \(declared.classTag))",
        "\(unsafeMark)\(support)._head(of: self, \(declared.number(of: requirement, prefix)))"
      )
  }

  /// The mark of expressions with the memory of cells.
  private var unsafeMark: String { declared.grows ? "unsafe " : "" }
}
