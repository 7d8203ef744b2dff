// SPDX-License-Identifier: Apache-2.0

/// Renders the defaults that `@Extensible` writes in an extension of one protocol.
struct DefaultEmission {
  private let declared: ProtocolDeclaration
  /// The protocol as code outside of what it is nested in names it.
  private let qualifiedName: String

  init(_ declared: ProtocolDeclaration, qualifiedName: String) {
    self.declared = declared
    self.qualifiedName = qualifiedName
  }

  /// What the protocol is nested in, with its dot.
  private var prefix: String { String(qualifiedName.dropLast(declared.name.count)) }
  private var support: String { prefix + declared.supportName }
  private var access: String { declared.access.modifier }

  var source: String {
    let copyability = declared.context.isNoncopyable ? " where Self: ~Copyable" : ""
    // An actor's defaults are isolated to it.
    let isolation = declared.context.isActor ? "" : declared.isolation
    return """
      \(isolation)extension \(qualifiedName)\(copyability) {
      \(declared.members.map(member).joined(separator: "\n\n"))
      }
      """
  }

  private func member(_ member: ProtocolMember) -> String {
    let attributes = member.requirements[0].attributes
    let declaration: String
    switch member.form {
    case .function(let head, let isInitialiser, let isFailable):
      let body =
        isInitialiser
        ? initialiserBody(member.requirements[0], isFailable: isFailable)
        : body(member.requirements[0])
      declaration = "\(attributes)\(access)\(head) {\n\(body)\n}"
    case .accessors(let head, let accessors):
      let bodies = zip(accessors, member.requirements).map { accessor, requirement in
        "\(accessor) {\n\(body(requirement))\n}"
      }
      declaration = "\(attributes)\(access)\(head) {\n\(bodies.joined(separator: "\n"))\n}"
    }
    let others = member.requirements.filter(isOutOfLine).map(outOfLine)
    return ([declaration] + others).joined(separator: "\n\n")
  }

  // MARK: Bodies

  /// Where the link is not found, the rest goes on out of line, with the same
  /// parameters: going there is a jump, and finding the link saves no registers.
  private func body(_ requirement: Requirement) -> String {
    let (head, type) = dispatch(requirement)
    let call = call(of: requirement, subject: "self")
    guard isOutOfLine(requirement) else {
      return """
        let head = \(head) ?? \(support).head(\(type), \(requirement.number))
        \(call.setup)return \(call.expression)
        """
    }
    return """
      guard let head = \(head) else {
        return \(requirement.forwarded(to: outOfLineName(requirement)))
      }
      \(call.setup)return \(call.expression)
      """
  }

  private func initialiserBody(_ requirement: Requirement, isFailable: Bool) -> String {
    let (head, type) = dispatch(requirement)
    let call = call(of: requirement, subject: "Self.self")
    let start = """
      let head = \(head) ?? \(support).head(\(type), \(requirement.number))
      \(call.setup)
      """
    return isFailable
      ? start + "guard let made = (\(call.expression)) else { return nil }\nself = made"
      : start + "self = " + call.expression
  }

  private func outOfLine(_ requirement: Requirement) -> String {
    let call = call(of: requirement, subject: "self")
    let signature = requirement.outOfLineSignature(named: outOfLineName(requirement))
    return """
      \(requirement.attributes)@inline(never) \(requirement.isolation)private \(signature) {
        let head = \(support).head(\(dispatch(requirement).type), \(requirement.number))
        \(call.setup)return \(call.expression)
      }
      """
  }

  /// Those whose cost is promised; the others pay more for their link anyway.
  private func isOutOfLine(_ requirement: Requirement) -> Bool {
    !requirement.effects.isAsync && !requirement.needsStrongLink
      && requirement.effects.thrownType == nil && requirement.methodName != "init"
      && !declared.context.isActor && !declared.context.isNoncopyable
      && !requirement.effects.throwing.inProtocol.contains("rethrows")
  }

  private func outOfLineName(_ requirement: Requirement) -> String {
    "_graft_\(declared.name)_\(requirement.number)"
  }

  private func call(
    of requirement: Requirement, subject: String
  ) -> (setup: String, expression: String) {
    let base = "\(prefix)\(declared.baseName)<Self>.self"
    return requirement.call(
      link: "DispatchedLink.unmanaged(head, as: \(base))", subject: subject, \.inProtocol)
  }

  /// How a call looks for its head, and the type that it is dispatched by.
  private func dispatch(_ requirement: Requirement) -> (head: String, type: String) {
    let cell = "\(support).cell\(requirement.number)"
    if requirement.mentionsSelf || declared.context.isNoncopyable {
      return ("\(cell).head(for: DispatchKey.ofType(Self.self))", "Self.self")
    }
    if requirement.subject == .type {
      return ("\(cell).head(for: DispatchKey.ofType(self))", "self")
    }
    let value = "self, classTag: \(declared.classTag)"
    return declared.context.isClassBound
      ? ("\(cell).head(for: DispatchKey.ofObject(\(value)))", "type(of: self)")
      : ("\(cell).head(of: \(value))", "type(of: self)")
  }
}
