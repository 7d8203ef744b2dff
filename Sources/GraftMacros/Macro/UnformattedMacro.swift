// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// A macro whose text stays as it is written: formatting takes most of the time.
protocol UnformattedMacro: Macro {}

extension UnformattedMacro {
  static var formatMode: FormatMode { .disabled }
}

extension MacroExpansionContext {
  /// The declarations that a body makes; none if it throws a problem, which is reported.
  func reporting(_ body: () throws -> [DeclSyntax]) throws -> [DeclSyntax] {
    do {
      return try body()
    } catch let problem as SyntaxProblem {
      diagnose(problem.diagnostic)
      return []
    }
  }
}
