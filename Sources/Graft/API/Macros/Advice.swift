// SPDX-License-Identifier: Apache-2.0

/// Puts a class in front of the implementations of a protocol's requirements.
///
/// The class is written like that of an `@Extension`: `super` is the rest of the call. It is no
/// implementation, so it does not run if nothing answers. It counts as soon as its image is loaded,
/// for the subjects that meet its constraints.
///
/// - Parameters:
///   - priority: puts the higher number further outside.
///   - typed: true to tell overloads apart, as in `@Extension`.
@attached(peer)
@attached(member, names: named(init))
public macro Advice(priority: Int32 = 0, typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AdviceAttribute")

/// Puts a subclass of `PointcutAdvice` around calls that patterns choose. `*` in a pattern stands
/// for any characters, and `?` for one.
///
/// - Parameters:
///   - protocols: patterns for names with or without the module.
///   - requirements: patterns for names as in tables, such as `greet(_:)` or `get *`; all if empty.
///   - subjects: a pattern for the qualified names of types, or of objects' classes.
///   - priority: puts the higher number further outside.
@attached(peer)
@attached(member, names: named(init))
public macro Advice(
  protocols: String..., requirements: String..., subjects: String = "*", priority: Int32 = 0
) = #externalMacro(module: "GraftMacros", type: "AdviceAttribute")

/// Lets advice run around a type's own implementation of a requirement, also if the compiler calls
/// it directly.
///
/// Belongs on a method, or on an initialiser of a struct or enumeration. The body becomes a member
/// of another name, which calls reach through the advice of the join points for this type.
///
/// - Parameters:
///   - protocol: the extensible protocol that requires it, as `(any Greeter).self`.
///   - typed: true if the protocol has overloads that only differ in types.
@attached(body)
// Swift would not find names of another choice in a constrained extension.
@attached(
  peer, names: prefixed(_graft_own_), prefixed(_graft_link_), named(_graft_link_init), named(init))
public macro Advisable(_ protocol: Any.Type, typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AdvisableAttribute")

/// Lets advice run around a stored property of a type. Swift lets no macro rewrite a computed one:
/// move its body into a method that the protocol requires.
///
/// - Parameters:
///   - protocol: the extensible protocol that requires it, as `(any Greeter).self`.
///   - setter: true to advise the setter too, of a property of a struct or enumeration.
@attached(peer, names: prefixed(_graft_own_), prefixed(_graft_link_))
@attached(accessor, names: named(init), named(get), named(set))
public macro AdvisableProperty(_ protocol: Any.Type, setter: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AdvisablePropertyAttribute")
