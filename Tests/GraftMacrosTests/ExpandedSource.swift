// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import GraftMacros

/// A file's source after its macros are expanded, in this process.
struct ExpandedSource {
  let text: String
  let diagnostics: [Diagnostic]
  private let source: SourceFileSyntax
  private let context: BasicMacroExpansionContext

  init(_ text: String) {
    let source = Parser.parse(source: text)
    let context = BasicMacroExpansionContext(
      sourceFiles: [source: .init(moduleName: "Module", fullFilePath: "File.swift")])
    let expanded = source.expand(
      macroSpecs: Self.macros,
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    // Macros write text, in which an attribute can be a macro again.
    self.text =
      Parser.parse(source: expanded.description).expand(
        macroSpecs: Self.macros,
        contextGenerator: { _ in BasicMacroExpansionContext(sourceFiles: [:]) },
        indentationWidth: .spaces(2)
      ).description
    self.source = source
    self.context = context
    diagnostics = context.diagnostics
  }

  private static let macros = [
    "Advisable": MacroSpec(type: AdvisableAttribute.self),
    "AdvisableProperty": MacroSpec(type: AdvisablePropertyAttribute.self),
    "Advice": MacroSpec(type: AdviceAttribute.self),
    "Courier": MacroSpec(type: CourierAttribute.self),
    "Default": MacroSpec(type: AuthorDefaultAttribute.self),
    "Extensible": MacroSpec(type: ExtensibleAttribute.self),
    "Extension": MacroSpec(type: ExtensionAttribute.self),
    "OperatorDefaults": MacroSpec(type: OperatorDefaultsAttribute.self),
    "Plugin": MacroSpec(type: PluginAttribute.self),
    "Required": MacroSpec(type: RequiredAttribute.self),
    "Unadvised": MacroSpec(type: RequiredAttribute.self),
    "dlopenNote": MacroSpec(type: DlopenNoteMacro.self),
    "RenamedDefault": MacroSpec(type: RenamedDefaultAttribute.self),
    "_CourierClass": MacroSpec(type: CourierClassAttribute.self),
    "_UnsharedCourier": MacroSpec(type: UnsharedCourierAttribute.self),
    "_ConditionalExtension": MacroSpec(type: ConditionalExtensionAttribute.self),
  ]

  /// Line and column, text, and what the source is with the fix.
  var report: String {
    diagnostics.map { diagnostic in
      let place = place(of: diagnostic.position, in: diagnostic.node)
      let fixes = diagnostic.fixIts.map { fix in
        let lines = fixed(fix).split(separator: "\n", omittingEmptySubsequences: false)
        return "  \(fix.message.message)\n"
          + lines.map { $0.isEmpty ? "    |\n" : "    | \($0)\n" }.joined()
      }
      let severity = diagnostic.diagMessage.severity == .warning ? "warning: " : ""
      return "\(place.line):\(place.column): \(severity)\(diagnostic.message)\n" + fixes.joined()
    }.joined()
  }

  private func fixed(_ fix: FixIt) -> String {
    var bytes = Array(source.description.utf8)
    for case .replaceText(let range, let text, let node) in fix.changes {
      let start = place(of: range.lowerBound, in: node).offset
      let end = place(of: range.upperBound, in: node).offset
      bytes.replaceSubrange(start..<end, with: text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Macros see their declaration cut out of the file.
  private func place(of position: AbsolutePosition, in node: Syntax) -> SourceLocation {
    context.location(for: position, anchoredAt: node, fileName: "File.swift")
  }
}
