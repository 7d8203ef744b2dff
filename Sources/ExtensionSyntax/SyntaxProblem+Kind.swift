// SPDX-License-Identifier: Apache-2.0

extension SyntaxProblem {
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
}
