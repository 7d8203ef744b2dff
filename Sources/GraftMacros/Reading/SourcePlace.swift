// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Where the source has something that only the compiler can judge, so that its error
/// in what is generated says that place.
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

  /// Code on lines of its own, of which the compiler takes the first to be there.
  func around(_ code: String) -> String {
    """
    \(start)
    \(code)
    #sourceLocation()
    """
  }

  /// Code of which each line is said to be there.
  func aroundLines(_ code: String) -> String {
    let lines = code.split(separator: "\n").map { "\(start)\n\($0)" }
    return (lines + ["#sourceLocation()"]).joined(separator: "\n")
  }

  private var start: String { "#sourceLocation(file: \(file), line: \(line))" }
}
