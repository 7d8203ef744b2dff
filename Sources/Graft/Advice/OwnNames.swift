// SPDX-License-Identifier: Apache-2.0

/// The names by which the code of `@Advisable` finds requirements, which only that of
/// `@Extensible` declares. The compiler looks here for any other.
public protocol OwnNames {}

extension OwnNames {
  /// What the code of `@Advisable` asks for where a member is for no requirement.
  @available(
    *, unavailable,
    message: """
      no requirement with a default is called so in the protocol, with these labels; 'typed: true' \
      is for overloads that differ in types only
      """
  )
  public static subscript(dynamicMember name: String) -> UnknownOwnMember { UnknownOwnMember() }
}

/// In place of a requirement, so that the compiler says of its name only what is wrong.
public struct UnknownOwnMember: Sendable {
  /// Made by generated code alone.
  public init() {}

  /// As the code of a requirement has it.
  public var _Own: UnknownOwnMember { self }

  /// As the code of a requirement has it.
  public func head<Link>(
    _ declaring: Any.Type, _ type: Any.Type, _ makeLink: (LinkSeat) -> Link
  ) -> UInt { 0 }
}
