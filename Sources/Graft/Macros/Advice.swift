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
public macro Advice(priority: Int32 = 0, typed: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "AdviceAttribute")

/// Puts a subclass of `PointcutAdvice` around calls of any extensible protocols,
/// chosen by their names. In a pattern `*` stands for any characters, `?` for one.
///
/// - Parameters:
///   - protocols: with or without the module.
///   - requirements: as in tables, such as `greet(_:)` or `get *`; all without.
///   - subjects: the name of the type with its module; of an object, of its class.
///   - priority: the higher number is further outside.
@attached(peer)
public macro Advice(
  protocols: String, requirements: String..., subjects: String = "*", priority: Int32 = 0
) = #externalMacro(module: "GraftMacros", type: "AdviceAttribute")
