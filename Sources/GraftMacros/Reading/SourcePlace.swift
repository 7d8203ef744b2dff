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

  /// Code on a line of its own, with a location before it, so that the compiler takes
  /// that line for this place.
  ///
  /// Several lines become one: the compiler pays for each location.
  func around(_ code: String) -> String {
    let lines = code.split(separator: "\n").map(String.init)
    guard !lines.contains(where: { $0.hasPrefix("#") }) else {
      return (lines.map { "\(start)\n\($0)" } + ["#sourceLocation()"]).joined(separator: "\n")
    }
    let line = lines.reduce(into: "") { joined, line in
      let line = line.drop { $0 == " " }
      let follows = joined.isEmpty || joined.hasSuffix("{") || line.hasPrefix("}")
      joined += joined.isEmpty ? "\(line)" : (follows ? " " : "; ") + line
    }
    return "\(start)\n\(line)\n#sourceLocation()"
  }

  /// Code that stands at this place as it is written, with a location before it.
  func begin(_ written: String) -> String { "\(start)\n\(written)\n#sourceLocation()" }

  /// The directive that begins it.
  var start: String { "#sourceLocation(file: \(file), line: \(line))" }
}

extension SourcePlace? {
  /// Code whose errors the compiler has at the place, if that is known.
  func around(_ code: String) -> String { self?.around(code) ?? code }
}
