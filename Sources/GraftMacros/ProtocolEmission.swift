// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Renders what `@Extensible` writes for one protocol.
struct ProtocolEmission {
  private let declared: ProtocolDeclaration

  init(_ declared: ProtocolDeclaration) {
    self.declared = declared
  }

  private var access: String { declared.access.modifier }
  private var base: String { "\(declared.baseName)<Subject>" }
  private var support: String { declared.supportName }

  // MARK: The class that extensions inherit from

  var baseClass: String {
    """
    /// An extension of `\(declared.name)`: override what it implements.
    \(declared.access.classModifier)class \(declared.baseName)<Subject: \(declared.name)>: ExtensionLink, ExtensionBase {
      \(access)typealias Requirement = \(support).Requirement

      \(access)static var extensibleProtocol: ExtensibleProtocol { \(support).description }

      \(access)static func makeFinalLink(_ seat: LinkSeat) -> ExtensionLink { \(support).Final<Subject>(seat) }

      /// The hash of the requirements, as it was when the caller was compiled.
      \(declared.access == .public ? "@_alwaysEmitIntoClient " : "")\(access)static var shape: UInt64 { \(shape) }

      /// Whether the extension applies to a subject that meets its constraints. Has
      /// to be pure.
      \(declared.access.classModifier)class func applies(to subject: Subject.Type) -> Bool { true }

    \(declared.methods.map(baseMethod).joined(separator: "\n\n"))
    }
    """
  }

  private var shape: String { "0x" + String(declared.shape, radix: 16) }

  /// Goes on to the next link in line.
  private func baseMethod(_ method: MethodRequirement) -> String {
    let inlinable = declared.access == .public ? "@inlinable @inline(__always) " : ""
    return """
        \(method.attributes)\(inlinable)\(declared.access.classModifier)func \(method.classSignature) {
          \(body(of: method, subject: "subject", link: "seat.successor(\(method.number), as: \(base).self)"))
        }
      """
  }

  /// A call through an unmanaged link: without retaining it where the language can.
  private func body(of method: MethodRequirement, subject: String, link: String) -> String {
    if method.isAsync {
      let prefix = method.throwsClause == nil ? "" : "try "
      return "let link = \(link).takeUnretainedValue()\n"
        + "return \(prefix)await \(method.call(on: "link", subject: subject))"
    }
    if let thrown = method.thrownType {
      let call = method.call(on: "link", subject: subject)
      return """
        return try \(link)._withUnsafeGuaranteedRef { link in
          Result { () throws(\(thrown)) in try \(call) }
        }.get()
        """
    }
    let prefix = method.throwsClause == nil ? "" : "try "
    return
      "return \(prefix)\(link)._withUnsafeGuaranteedRef { \(prefix)\(method.call(on: "$0", subject: subject)) }"
  }

  // MARK: The defaults

  var defaults: String {
    """
    extension \(declared.name) {
    \(declared.methods.map(defaultMethod).joined(separator: "\n\n"))
    }
    """
  }

  /// Two methods: what finds its link, and the rest out of line, with the same
  /// parameters so that going there is a jump and the first saves no registers.
  private func defaultMethod(_ method: MethodRequirement) -> String {
    let (head, type) = dispatch(method)
    let outOfLine = "_graft_\(declared.name)_\(method.number)"
    let call = body(
      of: method, subject: "self",
      link: "DispatchedLink.unmanaged(head, as: \(declared.baseName)<Self>.self)"
    ).replacing("throws(Subject", with: "throws(Self")
    return """
        \(method.attributes)\(access)\(method.protocolSignature()) {
          guard let head = \(support).cell\(method.number).\(head) else {
            return \(method.effectPrefix)\(method.forwarded(to: outOfLine))
          }
          \(call)
        }

        \(method.attributes)@inline(never) private \(method.protocolSignature(named: outOfLine)) {
          let head = \(support).head(\(type), \(method.number))
          \(call)
        }
      """
  }

  /// How a call looks for its head, and the type that it is dispatched by.
  private func dispatch(_ method: MethodRequirement) -> (head: String, type: String) {
    if method.isStatic { return ("head(for: DispatchKey.ofType(self))", "self") }
    if method.mentionsSelf { return ("head(for: DispatchKey.ofType(Self.self))", "Self.self") }
    let value = "self, classTag: \(classTag)"
    return declared.isClassBound
      ? ("head(for: DispatchKey.ofObject(\(value)))", "type(of: self)")
      : ("head(of: \(value))", "type(of: self)")
  }

  /// Odd, of 31 bits.
  private var classTag: String { "0x" + String(declared.shape & 0x7fff_ffff | 1, radix: 16) }

  private func cell(_ method: MethodRequirement) -> String {
    let isOfType = method.isStatic || method.mentionsSelf
    return "DispatchCell(\(isOfType ? "" : "classTag: \(classTag)"))"
  }

  // MARK: What only generated code uses

  var supportEnum: String {
    """
    /// What the code that `@Extensible` writes for `\(declared.name)` shares.
    \(access)enum \(support) {
      \(access)enum Requirement: Int, ExtensibleRequirement {
    \(declared.methods.map { "    case \($0.caseName)" }.joined(separator: "\n"))
      }

    \(declared.methods.map { "  static let cell\($0.number) = \(cell($0))" }.joined(separator: "\n"))

      static let description = ExtensibleProtocol(
        type: (any \(declared.name)).self, name: "\(declared.name)",
        requirements: [\(declared.methods.map { "\"\($0.name)\"" }.joined(separator: ", "))],
        shape: \(shape),
        cells: [\(declared.methods.map { "cell\($0.number).address" }.joined(separator: ", "))])

      /// Asks the registry.
      @inline(never)
      static func head(_ subject: any \(declared.name).Type, _ requirement: Int) -> UInt {
        func open<Subject: \(declared.name)>(_: Subject.Type) -> UInt {
          ExtensionRegistry.head(of: \(base).self, requirement)
        }
        return open(subject)
      }

      /// Ends each chain.
      final class Final<Subject: \(declared.name)>: \(base) {
    \(declared.methods.map(finalMethod).joined(separator: "\n\n"))
      }
    }
    """
  }

  private func finalMethod(_ method: MethodRequirement) -> String {
    """
        override func \(method.classSignature) {
          ExtensionRegistry.unanswered(\(base).self, \(method.number))
        }
    """
  }
}
