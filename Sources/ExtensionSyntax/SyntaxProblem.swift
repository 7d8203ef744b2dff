// SPDX-License-Identifier: Apache-2.0

public import SwiftDiagnostics
public import SwiftSyntax

/// A problem of a declaration: its kind, its node and its fix.
public struct SyntaxProblem: Error {
  public let kind: Kind
  public let node: Syntax
  /// The fix; nil if there is none, or more than one.
  public let fix: SyntaxFix?

  public init(_ kind: Kind, at node: some SyntaxProtocol, fix: SyntaxFix? = nil) {
    self.kind = kind
    self.node = Syntax(node)
    self.fix = fix
  }

  public var diagnostic: Diagnostic {
    Diagnostic(
      node: node, message: Message(kind: kind), fixIts: fix.map { [$0.fixIt] } ?? [])
  }

  /// The kind of a problem.
  ///
  /// The text says what is wrong, and what to write instead. Each kind is a static
  /// member in the file of its attribute.
  public struct Kind: Sendable {
    let text: String
    /// Whether it is a warning: the code compiles, but can't be intended.
    let isWarning: Bool

    public init(_ text: String, isWarning: Bool = false) {
      self.text = text
      self.isWarning = isWarning
    }
  }

  private struct Message: DiagnosticMessage {
    let kind: Kind

    var severity: DiagnosticSeverity { kind.isWarning ? .warning : .error }
    var message: String { kind.text }
    var diagnosticID: MessageID { MessageID(domain: "Graft", id: kind.text) }
  }
}
