// SPDX-License-Identifier: Apache-2.0

extension SyntaxProblem {
  /// The kind of a problem.
  ///
  /// The text says what is wrong, and what to write instead. Each kind is a static
  /// member in the file of its attribute.
  public struct Kind: Sendable {
    let id: String
    let text: String
    /// Whether it is a warning: the code compiles, but can't be intended.
    let isWarning: Bool

    /// Creates a kind; the default of `id` is right for a static member.
    ///
    /// - Parameter id: the name of the static member.
    public init(_ text: String, isWarning: Bool = false, id: String = #function) {
      self.text = text
      self.isWarning = isWarning
      self.id = String(id.prefix { $0 != "(" })
    }
  }
}
