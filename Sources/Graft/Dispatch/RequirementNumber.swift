// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode.ExtensibleSupport {
  /// The fallback for a name that no requirement has, in the code of `@Extension` and
  /// `@Advisable`.
  ///
  /// The names of requirements are aliases beside the protocol, for a type with the
  /// number or with an explanation.
  @available(
    *, unavailable,
    message: """
      no requirement with a default is called so in the protocol, with these labels; in an \
      extension its first parameter is '_ subject: Subject', 'inout Subject' where the \
      requirement changes it, or 'Subject.Type' where it is static; with @Advisable, 'typed: \
      true' is for overloads that differ in types only
      """
  )
  public static subscript(dynamicMember name: String) -> GeneratedCode.RequirementNumber<0>.Type {
    GeneratedCode.RequirementNumber<0>.self
  }
}

extension GeneratedCode {
  /// The number of a requirement, in the order of the protocol's declaration, from 0.
  public enum RequirementNumber<let number: Int> {}
}
