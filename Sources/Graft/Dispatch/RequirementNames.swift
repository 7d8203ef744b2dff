// SPDX-License-Identifier: Apache-2.0

/// The names of a protocol's requirements, which only the code of `@Extensible` declares.
/// The compiler looks here for any other.
public protocol RequirementNames {}

extension RequirementNames {
  /// What the code of `@Extension` asks for where a class overrides what is no requirement.
  @available(
    *, unavailable,
    message: """
      no requirement of the protocol is called so, with these labels and a subject like this: its \
      first parameter is '_ subject: Subject', 'inout Subject' where the requirement changes it, \
      or 'Subject.Type' where it is static
      """
  )
  public static subscript(dynamicMember name: String) -> any Any.Type { Never.self }
}
