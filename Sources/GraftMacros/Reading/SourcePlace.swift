// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// The place of a source node that only the compiler can judge.
///
/// The compiler's errors in generated code then point there.
struct SourcePlace {
  private let file: String
  private let line: String

  init?(of node: some SyntaxProtocol, in expansion: some MacroExpansionContext) {
    guard
      let location = expansion.location(
        of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    else { return nil }
    file = location.file.trimmedDescription
    line = location.line.trimmedDescription
  }

  /// Code on its own lines, with a location before the first, so that the compiler
  /// takes that line for this place.
  func around(_ code: String) -> String {
    """
    \(start)
    \(code)
    #sourceLocation()
    """
  }

  /// Code with a location before each line, so that the compiler takes each line for
  /// this place.
  func aroundLines(_ code: String) -> String {
    let lines = code.split(separator: "\n").map { "\(start)\n\($0)" }
    return (lines + ["#sourceLocation()"]).joined(separator: "\n")
  }

  private var start: String { "#sourceLocation(file: \(file), line: \(line))" }
}
