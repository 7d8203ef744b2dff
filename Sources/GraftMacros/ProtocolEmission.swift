// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Renders what `@Extensible` writes for one protocol.
struct ProtocolEmission {
  private let declared: ProtocolDeclaration
  /// The protocol as code outside of what it is nested in names it.
  private let qualifiedName: String

  init(_ declared: ProtocolDeclaration, qualifiedName: String? = nil) {
    self.declared = declared
    self.qualifiedName = qualifiedName ?? declared.name
  }

  private var access: String { declared.access.modifier }
  private var base: String { "\(declared.baseName)<Subject>" }
  private var support: String { declared.supportName }
  private var requirements: [Requirement] { declared.requirements }
  private var isNoncopyable: Bool { declared.context.isNoncopyable }

  /// What a generic parameter is constrained to for a subject.
  private var subjectConstraint: String {
    isNoncopyable ? "\(declared.name) & ~Copyable" : declared.name
  }

  private var shape: String { "0x" + String(declared.shape, radix: 16) }

  // MARK: The class that extensions inherit from

  var baseClass: String {
    """
    /// An extension of `\(declared.name)`: override what it implements.
    \(declared.attributes)\(declared.isolation)\(declared.access.classModifier)class \(declared.baseName)<Subject: \(subjectConstraint)>: ExtensionLink, ExtensionBase {
      \(access)typealias Requirement = \(support).Requirement

      nonisolated \(access)static var extensibleProtocol: ExtensibleProtocol { \(support).description }

      nonisolated \(access)static var subject: Any.Type { ExtensibleProtocol.erased(Subject.self) }

      nonisolated \(access)static func makeFinalLink(_ seat: LinkSeat) -> ExtensionLink { \(support).Final<Subject>(seat) }

      /// The hash of the requirements, as it was when the caller was compiled.
      \(declared.access == .public ? "@_alwaysEmitIntoClient " : "")nonisolated \(access)static var shape: UInt64 { \(shape) }

      /// Whether the extension applies to a subject that meets its constraints. Has
      /// to be pure.
      nonisolated \(declared.access.classModifier)class func applies(to subject: Subject.Type) -> Bool { true }

      nonisolated \(access)required init(_ seat: LinkSeat) { super.init(seat) }

    \(requirements.map(baseMethod).joined(separator: "\n\n"))
    }
    """
  }

  /// Goes on to the next link in line.
  private func baseMethod(_ requirement: Requirement) -> String {
    let inlinable = declared.access == .public ? "@inlinable " : ""
    let link = "seat.successor(\(requirement.number), as: \(base).self)"
    let call = requirement.call(link: link, subject: "subject", \.inClass)
    return """
        \(requirement.attributes)\(inlinable)\(requirement.isolation)\(declared.access.classModifier)func \(requirement.classSignature) {
          \(call.setup)return \(call.expression)
        }
      """
  }

  // MARK: The defaults

  var defaults: String {
    let copyability = isNoncopyable ? " where Self: ~Copyable" : ""
    // An actor's defaults are isolated to it.
    let isolation = declared.context.isActor ? "" : declared.isolation
    return """
      \(isolation)extension \(qualifiedName)\(copyability) {
      \(declared.members.map(defaultMember).joined(separator: "\n\n"))
      }
      """
  }

  private func defaultMember(_ member: ProtocolMember) -> String {
    let attributes = member.requirements[0].attributes
    switch member.form {
    case .function(let head, let isInitialiser, let isFailable):
      let body = defaultBody(
        member.requirements[0], isInitialiser: isInitialiser, isFailable: isFailable)
      return "\(attributes)\(access)\(head) {\n\(body)\n}"
    case .accessors(let head, let accessors):
      let bodies = zip(accessors, member.requirements).map { accessor, requirement in
        "\(accessor) {\n\(defaultBody(requirement))\n}"
      }
      return "\(attributes)\(access)\(head) {\n\(bodies.joined(separator: "\n"))\n}"
    }
  }

  private func defaultBody(
    _ requirement: Requirement, isInitialiser: Bool = false, isFailable: Bool = false
  ) -> String {
    let (key, type) = dispatch(requirement)
    let support = prefix + support
    let link = "DispatchedLink.unmanaged(head, as: \(prefix)\(declared.baseName)<Self>.self)"
    let subject = isInitialiser ? "Self.self" : "self"
    let call = requirement.call(link: link, subject: subject, \.inProtocol)
    let head =
      "let head = \(support).cell\(requirement.number).head(for: \(key)) ?? \(support).head(\(type), \(requirement.number))\n"
      + call.setup
    if isFailable {
      return head + "guard let made = (\(call.expression)) else { return nil }\nself = made"
    }
    return head + (isInitialiser ? "self = " : "return ") + call.expression
  }

  /// What the protocol is nested in, with its dot.
  private var prefix: String { String(qualifiedName.dropLast(declared.name.count)) }

  /// The key of a call, and the type that it stands for.
  private func dispatch(_ requirement: Requirement) -> (key: String, type: String) {
    if requirement.mentionsSelf || isNoncopyable {
      return ("DispatchKey.ofType(Self.self)", "Self.self")
    }
    if requirement.subject == .type { return ("DispatchKey.ofType(self)", "self") }
    let key = declared.context.isClassBound ? "ofObject" : "of"
    return ("DispatchKey.\(key)(self)", "type(of: self)")
  }

  // MARK: What only generated code uses

  var supportEnum: String {
    """
    /// What the code that `@Extensible` writes for `\(declared.name)` shares.
    nonisolated \(access)enum \(support) {
      \(access)enum Requirement: Int, ExtensibleRequirement {
    \(requirements.map { "    case \($0.caseName(among: requirements))" }.joined(separator: "\n"))
      }

    \(requirements.map { "  static let cell\($0.number) = DispatchCell()" }.joined(separator: "\n"))

      static let description = ExtensibleProtocol(
        type: ExtensibleProtocol.erased((any \(subjectConstraint)).self), name: "\(declared.name)",
        requirements: [\(requirements.map(described).joined(separator: ", "))],
        shape: \(shape),
        cells: [\(requirements.map { "cell\($0.number).address" }.joined(separator: ", "))])

    \(askRegistry)

      /// Ends each chain.
      \(declared.attributes)\(declared.isolation)\(finalAccess)final class Final<Subject: \(subjectConstraint)>: \(base) {
    \(requirements.map(finalMethod).joined(separator: "\n\n"))
      }
    }
    """
  }

  /// What a required initialiser can be called from has to see the class.
  private var finalAccess: String {
    [.fileprivate, .private].contains(declared.access) ? access : ""
  }

  private func described(_ requirement: Requirement) -> String {
    let method = requirement.nameInRecords.map { ", inRecords: \"\($0)\"" } ?? ""
    return ".init(\"\(requirement.name)\"\(method))"
  }

  /// By the type that a call is for: of an object, its class.
  private var askRegistry: String {
    guard !isNoncopyable else {
      return """
          @inline(never)
          static func head<Subject: \(subjectConstraint)>(_: Subject.Type, _ requirement: Int) -> UInt {
            ExtensionRegistry.head(of: \(base).self, requirement)
          }
        """
    }
    return """
        @inline(never)
        static func head(_ subject: any \(declared.name).Type, _ requirement: Int) -> UInt {
          func open<Subject: \(declared.name)>(_: Subject.Type) -> UInt {
            ExtensionRegistry.head(of: \(base).self, requirement)
          }
          return open(subject)
        }
      """
  }

  private func finalMethod(_ requirement: Requirement) -> String {
    """
        \(requirement.attributes)\(requirement.isolation)override func \(requirement.classSignature) {
          ExtensionRegistry.unanswered(\(base).self, \(requirement.number))
        }
    """
  }
}
