// SPDX-License-Identifier: Apache-2.0

/// On an extension of an extensible protocol: what its author wrote there as defaults ends
/// the chains.
///
/// ```swift
/// @Default
/// extension Handler where Self: Graft::Default {
///   public func flush() {}
/// }
/// ```
///
/// Extensions override it, `super` reaches it, and where no extension answers it is called,
/// as it would be without Graft. A type's own implementation wins as ever.
///
/// All members that are not private are defaults of requirements. What else the protocol
/// offers stands in an extension without the attribute.
///
/// - Parameter typed: true to tell overloads apart by the types of their parameters, as in
///   `@Extension`.
@attached(peer)
@attached(memberAttribute)
public macro Default(typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AuthorDefaultAttribute")

/// Of the code that `@Default` writes: a default that is generic or variadic gets a name of
/// its own.
@attached(peer, names: prefixed(_graft_default_))
@attached(body)
public macro _RenamedDefault() =
  #externalMacro(module: "GraftMacros", type: "RenamedDefaultAttribute")

/// Of the code that `@Default` writes: a default that is an operator gets a name.
@attached(peer, names: arbitrary)
@attached(body)
public macro _RenamedOperator() =
  #externalMacro(module: "GraftMacros", type: "RenamedDefaultAttribute")
