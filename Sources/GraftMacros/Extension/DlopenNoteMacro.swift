// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Writes a note `.note.dlopen` as a constant of a type.
struct DlopenNoteMacro: DeclarationMacro, UnformattedMacro {

  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try context.reporting {
      guard context.lexicalContext.isEmpty else {
        throw SyntaxProblem(.dlopenNoteNotAtFileScope, at: node)
      }
      let note = DlopenNote(json: try json(of: node))
      guard note.words.count <= DlopenNote.wordLimit else {
        throw SyntaxProblem(.dlopenNoteTooLong, at: node)
      }
      return [.unparsed(note.source(type: context.makeUniqueName("dlopen").text))]
    }
  }

  /// The payload: an array of one object, since each use is a note of its own.
  private static func json(
    of node: some FreestandingMacroExpansionSyntax
  ) throws(SyntaxProblem) -> String {
    // The labelled arguments follow the sonames.
    let sonames = node.arguments.prefix { $0.label == nil }
    guard !sonames.isEmpty else { throw SyntaxProblem(.dlopenNoteHasNoSoname, at: node) }
    var names: [String] = []
    for soname in sonames {
      guard let name = text(soname.expression), !name.utf8.contains(UInt8(ascii: "/")) else {
        throw SyntaxProblem(.dlopenNoteSoname, at: soname.expression)
      }
      names.append(name.quotedInJSON)
    }
    let members = [
      try member("feature", of: node), try member("description", of: node),
      "\"priority\":\"\(try priority(of: node))\"",
      "\"soname\":[\(names.joined(separator: ","))]",
    ]
    return "[{\(members.joined(separator: ","))}]"
  }

  private static func member(
    _ label: String, of node: some FreestandingMacroExpansionSyntax
  ) throws(SyntaxProblem) -> String {
    let expression = node.arguments.labelled(label)
    guard let text = expression.flatMap(text) else {
      throw SyntaxProblem(
        .dlopenNoteText(label), at: expression.map { Syntax($0) } ?? Syntax(node))
    }
    return "\"\(label)\":\(text.quotedInJSON)"
  }

  private static func priority(
    of node: some FreestandingMacroExpansionSyntax
  ) throws(SyntaxProblem) -> String {
    guard let expression = node.arguments.labelled("priority") else { return "recommended" }
    guard let name = expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      ["required", "recommended", "suggested"].contains(name)
    else { throw SyntaxProblem(.dlopenNotePriority, at: expression) }
    return name
  }

  /// The text of a literal that is not empty.
  private static func text(_ expression: ExprSyntax) -> String? {
    guard let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
      !text.isEmpty, !text.utf8.contains(0)
    else { return nil }
    return text
  }
}

/// A note as the UAPI Group specifies it in "ELF dlopen metadata".
private struct DlopenNote {
  /// The most words that one literal can have.
  static let wordLimit = 4096

  /// The note in words of 4 bytes, to which it has to be aligned; the machines of Swift are
  /// little-endian.
  let words: [UInt32]

  init(json: String) {
    let description = Array(json.utf8) + [0]
    let padding = repeatElement(UInt8(0), count: -description.count & 3)
    let bytes = Array("FDO\0".utf8) + description + padding
    words =
      [4, UInt32(description.count), 0x407c_0c0a]
      + stride(from: 0, to: bytes.count, by: 4).map { start in
        bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
  }

  /// The note as a member, since the compiler warns of unused globals in `main.swift`.
  func source(type: String) -> String {
    """
    nonisolated private enum \(type) {
      #if objectFormat(ELF)
      @section(".note.dlopen")
      #endif
      @used
      private static let note: Swift::InlineArray<\(words.count), Swift::UInt32> =
        [\(words.map { "0x" + String($0, radix: 16) }.list)]
    }
    """
  }
}
