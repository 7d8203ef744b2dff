// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// The extensions in one source file that ask for a record in C.
public struct ExtensionFile {
  /// The entries, in the order of the file.
  public let entries: [ShimEmission.Entry]

  /// Reads a source file.
  ///
  /// - Parameters:
  ///   - source: the text of the file.
  ///   - fileName: the last component of its path.
  ///   - module: the module that it belongs to.
  public init(source: String, fileName: String, module: String) throws(SyntaxProblem) {
    let tree = Parser.parse(source: source)
    let lines = SourceLocationConverter(fileName: fileName, tree: tree)
    var entries: [ShimEmission.Entry] = []
    for statement in tree.statements {
      if let condition = statement.item.as(IfConfigDeclSyntax.self), condition.hasShim {
        throw SyntaxProblem(.conditionalShim, at: condition)
      }
      guard let declaration = statement.item.as(ClassDeclSyntax.self) else { continue }
      for case .ifConfigDecl(let condition) in declaration.attributes where condition.hasShim {
        throw SyntaxProblem(.conditionalShim, at: condition)
      }
      guard let attribute = declaration.attributes.named("Extension") else { continue }
      let declared = try ExtensionDeclaration(declaration, attribute: attribute)
      guard let accessor = declared.shimAccessor else { continue }
      let line = lines.location(for: declaration.name.positionAfterSkippingLeadingTrivia).line
      let descriptor = declared.descriptor(
        module: module, source: "\(module)/\(fileName):\(line)")
      entries.append(ShimEmission.Entry(descriptor: descriptor, accessor: accessor))
    }
    self.entries = entries
  }
}

extension IfConfigDeclSyntax {
  /// Whether an extension in one of its clauses asks for a record in C.
  fileprivate var hasShim: Bool {
    clauses.contains { clause in
      switch clause.elements {
      case .statements(let statements):
        statements.contains { statement in
          statement.item.as(ClassDeclSyntax.self)?.attributes.hasShim
            ?? statement.item.as(IfConfigDeclSyntax.self)?.hasShim ?? false
        }
      case .attributes(let attributes): attributes.hasShim
      default: false
      }
    }
  }
}

extension AttributeListSyntax {
  /// Whether one of them, under a condition or not, asks for a record in C.
  fileprivate var hasShim: Bool {
    contains { element in
      if case .ifConfigDecl(let condition) = element { return condition.hasShim }
      guard case .attribute(let attribute) = element,
        attribute.attributeName.trimmedDescription.hasSuffix("Extension"),
        case .argumentList(let arguments) = attribute.arguments
      else { return false }
      return arguments.contains { $0.label?.text == "shim" }
    }
  }
}

extension SyntaxProblem.Kind {
  fileprivate static let conditionalShim = Self(
    "emit-shim can't tell whether what is in #if is compiled: declare the extension outside of it, "
      + "or without 'shim'")
}
