// SPDX-License-Identifier: Apache-2.0

/// On an extension of an extensible protocol: what its author wrote there as defaults ends
/// the chains.
///
/// ```swift
/// @Default
/// extension Handler where Self: Graft::AuthorDefault {
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
public macro Default(typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AuthorDefaultAttribute")

/// On a default in an extension with `@Default` that is generic or variadic, or an operator:
/// a call can't tell it from its requirement, so its body becomes a function of another name.
@attached(peer, names: prefixed(_graft_default_))
@attached(body)
public macro RenamedDefault() =
  #externalMacro(module: "GraftMacros", type: "RenamedDefaultAttribute")
