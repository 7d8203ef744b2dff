// SPDX-License-Identifier: Apache-2.0

public import SwiftDiagnostics
public import SwiftSyntax

/// What is wrong with a declaration, where, and what to write instead.
public struct SyntaxProblem: Error {
  public enum Kind: Sendable {
    case notAClass
    case notFinal
    case notGeneric
    case noBase
    case baseOfOtherSubject(String)
    case storedProperty
    case initialiser
    case implementsNothing
    case marker(String, path: String)
    case unknownConstraint
    case priorityIsNoLiteral
    case notAProtocol
    case notAtFileScope(String)
    case tooLong
    case nothingToDispatch
    case parameterPack
    case initialiserOfClass
    case unknownRequirement
    case conditionalRequirement
    case setterIsMethod(property: String, method: String)
    case misplacedRequired
    case unknownOperator(String)
  }

  public let kind: Kind
  public let node: Syntax

  public init(_ kind: Kind, at node: some SyntaxProtocol) {
    self.kind = kind
    self.node = Syntax(node)
  }

  public var diagnostic: Diagnostic {
    Diagnostic(node: node, message: Message(kind: kind))
  }

  private struct Message: DiagnosticMessage {
    let kind: Kind

    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID {
      let name = String(describing: kind).prefix { $0 != "(" }
      return MessageID(domain: "Graft", id: String(name))
    }

    var message: String {
      switch kind {
      case .notAClass: "@Extension is for a class"
      case .notFinal: "an extension is a final class: write 'final class'"
      case .notGeneric:
        "an extension is generic over its subject: write 'final class X<Subject: P>: PExtension<Subject>'"
      case .noBase:
        "an extension's superclass is 'PExtension<Subject>', which @Extensible writes for protocol P"
      case .baseOfOtherSubject(let name): "the superclass's subject has to be '\(name)'"
      case .storedProperty:
        "an extension has no stored properties: its object is shared between threads and lives for ever; keep state in the subject"
      case .initialiser: "an extension has no initialiser: the registry makes its object"
      case .implementsNothing:
        "this extension implements no requirement: override a method of its superclass"
      case .marker(let name, let path):
        "whether \(path) is \(name) can't be checked at run time: write a protocol that refines \(name), and constrain \(path) to that"
      case .unknownConstraint: "Graft can't check this constraint at run time"
      case .priorityIsNoLiteral:
        "the priority is an integer literal of 32 bits: it is written into the image's section"
      case .notAProtocol: "@Extensible is for a protocol"
      case .notAtFileScope(let attribute):
        "\(attribute) is for declarations at file scope: the section's record can't be in a type or function"
      case .tooLong: "the names of this extension do not fit a record of 32 KiB"
      case .nothingToDispatch:
        "@Extensible has nothing to give a default: declare a requirement that is not @Required"
      case .parameterPack:
        "Swift accepts no override of a method with a parameter pack: take an array, or mark the requirement @Required"
      case .initialiserOfClass:
        "a default can't make an object of a class-bound protocol: mark the initialiser @Required, or require a static method"
      case .unknownRequirement: "@Extensible can't read this requirement"
      case .conditionalRequirement:
        "the requirements of an extensible protocol can't depend on #if: every image has to see the same ones"
      case .setterIsMethod(let property, let method):
        "the setter of '\(property)' is the method '\(method)' of the class that @Extensible writes: rename this method, or mark one of them @Required"
      case .unknownOperator(let name):
        "Swift finds a default that a macro writes only for the standard operators: require a static method instead of '\(name)', or mark it @Required"
      case .misplacedRequired: "@Required is for a requirement of an @Extensible protocol"
      }
    }
  }
}
