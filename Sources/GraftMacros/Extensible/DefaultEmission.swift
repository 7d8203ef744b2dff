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
    let members =
      searches + declared.members.compactMap(member) + JudgedTypeEmission(declared).members
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
      let inlining = isInlined(requirement) ? self.inlining : ""
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

  private func member(_ member: ProtocolMember) -> String? {
    guard member.requirements[0].kind != .operator else { return nil }
    let attributes = attributes(of: member.requirements[0])
    let inlining = member.requirements.allSatisfy(isInlined) ? self.inlining : ""
    let bodies = member.requirements.map { body($0) }
    let accessors = zip(member.accessors, bodies).map { "\(inlining)\($0) {\n\($1)\n}" }
    // No location can stand between accessors.
    let declaration =
      accessors.isEmpty
      ? "\(attributes)\(inlining)\(access)\(member.head) {\n\(bodies[0])\n}"
      : "\(attributes)\(access)\(member.head) { \(accessors.joined(separator: " ")) }"
    return member.requirements[0].placed(declaration)
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

  /// The body of a default: it looks for the link in the cell, and asks the registry if it is not
  /// there.
  ///
  /// - Parameter type: the subject's type, where there is no `self`.
  private func body(_ requirement: Requirement, of type: String? = nil) -> String {
    if requirement.kind == .initialiser { return initialiserBody(requirement) }
    let dispatch = dispatch(requirement, of: type)
    let call = call(of: requirement, subject: type.map { $0 + ".self" } ?? "self", of: type)
    let search =
      isInlined(requirement)
      ? "let head: Swift::UInt; if let found = unsafe \(dispatch.head) { head = found } "
        + "else { head = \(dispatch.search) }"
      : "let head = \(dispatch.search)"
    return "\(search)\n\(call.setup)return \(call.expression)"
  }

  private func initialiserBody(_ requirement: Requirement) -> String {
    let call = call(of: requirement, subject: "Self.self")
    let start = "let head = \(dispatch(requirement).search)\n\(call.setup)"
    return requirement.isFailable
      ? start + "guard let made = (\(call.expression)) else { return nil }\nself = made"
      : start + "self = " + call.expression
  }

  /// Whether callers have the look-up in the cell in their own code.
  private func isInlined(_ requirement: Requirement) -> Bool { !requirement.lacks(.inlinedLookUp) }

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
  ///
  /// - Parameter subject: the subject's type, where there is no `self`.
  private func dispatch(
    _ requirement: Requirement, of subject: String? = nil
  ) -> (head: String, search: String) {
    let cell =
      "Graft::GeneratedCode.DispatchCell.at(\(declared.cells(prefix)), \(requirement.number))"
    // A look-up in the cell refers to the memory itself.
    let refersToCells = declared.grows && !isInlined(requirement)
    let number =
      refersToCells ? declared.number(of: requirement, prefix) : "\(requirement.number)"
    let (unsafeMark, search) = (refersToCells ? "unsafe " : "", "\(search)(\(number))")
    guard requirement.isKeyedByType else {
      return (
        "\(cell).head(of: self, classTag: \(declared.classTag))", "\(unsafeMark)self.\(search)"
      )
    }
    let type = subject ?? (requirement.isKeyedByStaticType ? "Self" : "self")
    let value = type == "self" ? type : type + ".self"
    return (
      "\(cell).head(for: Graft::GeneratedCode.DispatchKey.ofType(\(value)))",
      "\(unsafeMark)\(type).\(search)"
    )
  }

  // MARK: The search

  /// The name of these functions, with the hash of the requirements: code in other modules that was
  /// compiled with other requirements finds no such function.
  ///
  /// The functions for its cells stand for the requirements of a protocol that grows.
  private var search: String {
    "\(Epoch.prefix)\(declared.name)_"
      + (declared.grows ? "head" : String(declared.shape, radix: 16))
  }

  /// The functions that a call uses if it finds no chain for its key; for an object, that of its
  /// class.
  ///
  /// Members get the type where the default has it, so that the fast path moves nothing.
  private var searches: [String] {
    let requirements = declared.requirements
    return (requirements.contains { $0.isKeyedByType } ? [searchByType] : [])
      + (requirements.contains { !$0.isKeyedByType } ? [searchByValue] : [])
  }

  private func search(_ modifier: String, key: String, opening type: String) -> String {
    let function = """
      @inline(never) @_semantics("optimize.sil.specialize.generic.never") \
      \(declared.access.ifPublic("@usableFromInline"))nonisolated \(modifier)func \
      \(search)(_ requirement: Swift::Int) -> Swift::UInt {
      """
    let cell = "Graft::GeneratedCode.DispatchCell.at(\(declared.cells(prefix)), requirement)"
    let search = "unsafe \(cell).search(for: Graft::GeneratedCode.DispatchKey.\(key))"
    guard !declared.context.isNoncopyable else {
      return """
        \(function)
          \(search) ?? Graft::ExtensionRegistry.head(\
        of: \(prefix)\(declared.className)<Self>.self, requirement)
        }
        """
    }
    return """
      \(function)
        // Out of line: an optimiser that sees both opens what it has put in, the static type.
        @inline(never) func type() -> \(support)._AnyType { \(type) }
        return \(search) ?? Graft::ExtensionRegistry.head(\
      of: \(support).\(Epoch.prefix)base(of: type()), requirement)
      }
      """
  }

  /// The type is of a subclass where the call is through a metatype of its superclass.
  private var searchByType: String { search("static ", key: "ofType(self)", opening: "self") }

  private var searchByValue: String {
    search(
      "", key: "of(self, classTag: \(declared.classTag))", opening: "Swift::type(of: self)")
  }
}
