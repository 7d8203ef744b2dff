// SPDX-License-Identifier: Apache-2.0

/// Puts the defaults of a protocol's author at the end of the chains.
///
/// ```swift
/// @Default
/// extension Handler where Self: Graft::AuthorDefault {
///   public func flush() {}
/// }
/// ```
///
/// Extensions override a default, `super` reaches it, and a call runs it if no extension answers. A
/// type's own implementation wins as ever.
///
/// All members that are not private are defaults of requirements. Other members belong in an
/// extension without the attribute.
///
/// - Parameter typed: true to tell overloads apart by the types of their parameters, as in
///   `@Extension`.
@attached(peer)
public macro Default(typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AuthorDefaultAttribute")

/// Moves the body of a default with `@Default` to a function of another name, if it is generic or
/// variadic, or an operator. A call can't tell such a default from its requirement.
@attached(peer, names: prefixed(_graft_default_))
@attached(body)
public macro RenamedDefault() =
  #externalMacro(module: "GraftMacros", type: "RenamedDefaultAttribute")
