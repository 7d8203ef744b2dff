// SPDX-License-Identifier: Apache-2.0

/// Puts a class in front of whatever implements a protocol's requirements.
///
/// The class is written like that of an `@Extension`: `super` is the rest of the call.
/// It is no implementation, so where nothing answers it does not run. It counts as
/// soon as its image is loaded, for the subjects that meet its constraints.
///
/// - Parameters:
///   - priority: the higher number is further outside.
///   - typed: as for `@Extension`.
@attached(peer)
@attached(member, names: named(init))
public macro Advice(priority: Int32 = 0, typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AdviceAttribute")

/// Puts a subclass of `PointcutAdvice` around calls of any extensible protocols,
/// chosen by their names. In a pattern `*` stands for any characters, `?` for one.
///
/// - Parameters:
///   - protocols: with or without the module; one of them is enough.
///   - requirements: as in tables, such as `greet(_:)` or `get *`; all without.
///   - subjects: the name of the type with its module; of an object, of its class.
///   - priority: the higher number is further outside.
@attached(peer)
@attached(member, names: named(init))
public macro Advice(
  protocols: String..., requirements: String..., subjects: String = "*", priority: Int32 = 0
) = #externalMacro(module: "GraftMacros", type: "AdviceAttribute")

/// Lets advice run around a type's own implementation of a requirement, also where the
/// compiler calls it directly.
///
/// On a method, or an initialiser of a struct or enumeration. Its body becomes a member
/// of another name; a call finds its way to it through the advice that is installed at
/// the join points of the protocol for this type. Without it the compiler calls the
/// implementation directly, and advice does not see that.
///
/// - Parameters:
///   - protocol: the extensible protocol that requires it, as `(any Greeter).self`.
///   - typed: true where the protocol has overloads that differ in types only.
@attached(body)
// With names of its own choice, Swift would not find them in a constrained extension.
@attached(
  peer, names: prefixed(_graft_own_), prefixed(_graft_link_), named(_graft_link_init), named(init))
public macro Advisable(_ protocol: Any.Type, typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AdvisableAttribute")

/// On a stored property of a type: lets advice stand in front of it. Of a computed one, which Swift
/// lets no macro rewrite, move the body into a method that the protocol requires.
///
/// - Parameters:
///   - protocol: the extensible protocol that requires it, as `(any Greeter).self`.
///   - setter: true for a property of a struct or enumeration that the protocol requires with
///     `set`, to advise that too.
@attached(peer, names: prefixed(_graft_own_), prefixed(_graft_link_))
@attached(accessor, names: named(init), named(get), named(set))
public macro AdvisableProperty(_ protocol: Any.Type, setter: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AdvisablePropertyAttribute")
