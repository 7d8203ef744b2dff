// SPDX-License-Identifier: Apache-2.0

/// An extension's object in the chains of one subject.
///
/// `@Extensible` on protocol `P` writes the subclass `PExtension<Subject>`, the superclass of
/// `@Extension` classes. Links have no state but their successors, are shared between threads and
/// live for ever.
open class ExtensionLink: GeneratedCode.GuaranteedReference {
  /// The next link for each requirement.
  public final let successors: LinkSuccessors

  /// Creates a link.
  ///
  /// Only the registry calls this.
  public required init(_ successors: LinkSuccessors) {
    self.successors = successors
  }
}

// The compiler can demand this statement, and a macro can't write it beside each
// class.
@available(*, unavailable)
extension ExtensionLink: @unchecked Sendable {}
