// SPDX-License-Identifier: Apache-2.0

@_exported public import CGraft
@_exported public import GraftDescriptors

/// Lets any image of the process implement the requirements of a protocol.
///
/// Writes the class `PExtension<Subject: P>` for protocol `P`, with a method to override for each
/// requirement, and defaults in an extension of `P` that ask the registry. A type that implements a
/// requirement itself keeps its implementation.
///
/// - Parameter growing: true for a public protocol of a library with `-enable-library-evolution`: code
///   that was compiled before runs on when requirements are added at the protocol's end.
@attached(
  peer, names: suffixed(Extension), prefixed(_Graft), prefixed(_GraftCellsOf),
  prefixed(_GraftBaseOf),
  prefixed(_GraftSettingsOf),
  prefixed(_GraftDefaultsOf),
  prefixed(_GraftAncestorsOf),
  suffixed(JoinPoints)
)
@attached(extension, names: arbitrary)
public macro Extensible(growing: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "ExtensibleAttribute")

/// The suffix of the class that extensions inherit from, behind the name of its protocol `P`.
public enum ExtensibleSuffix: Sendable {
  /// `PExtension`, the default.
  case `extension`
  /// `PExtending`.
  case extending
  /// `PImplementation`.
  case implementation
}

/// Lets any image of the process implement the requirements of a protocol, by a class of another
/// name than `PExtension`.
///
/// - Parameters:
///   - suffix: the suffix of the class's name.
///   - growing: whether requirements are added at the protocol's end under code that was compiled
///     before.
@attached(
  peer, names: suffixed(Extension), suffixed(Extending), suffixed(Implementation),
  prefixed(_Graft), prefixed(_GraftCellsOf), prefixed(_GraftBaseOf), prefixed(_GraftSettingsOf),
  prefixed(_GraftDefaultsOf),
  prefixed(_GraftAncestorsOf),
  suffixed(JoinPoints)
)
@attached(extension, names: arbitrary)
public macro Extensible(suffix: ExtensibleSuffix, growing: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "ExtensibleAttribute")

/// Gives defaults to the operators that a protocol with `@Extensible` requires.
///
/// It is an attribute of its own since each process of the compiler expands it as soon as code of the
/// module uses an operator.
// Swift finds operators by their names only, and these are the standard library's.
@attached(
  peer, names: named(+), named(-), named(*), named(/), named(%), named(==), named(!=), named(<),
  named(<=), named(>), named(>=), named(~=), named(!), named(~), named(&), named(|), named(^),
  named(<<), named(>>), named(&&), named(||), named(??), named(..<), named(...), named(+=),
  named(-=), named(*=), named(/=), named(%=), named(&=), named(|=), named(^=), named(<<=),
  named(>>=), named(&+), named(&-), named(&*), named(&<<), named(&>>), named(&+=), named(&-=),
  named(&*=), named(&<<=), named(&>>=)
)
public macro OperatorDefaults() =
  #externalMacro(module: "GraftMacros", type: "OperatorDefaultsAttribute")

/// Leaves a requirement of an extensible protocol without a default, so that each conforming type
/// has to implement it.
@attached(peer)
public macro Required() = #externalMacro(module: "GraftMacros", type: "RequiredAttribute")

/// Leaves a requirement of an extensible protocol without a join point. It is needed if the setter
/// takes a value that can't be copied, which `@Extensible` does not see: the setter then consumes it.
@attached(peer)
public macro Unadvised() = #externalMacro(module: "GraftMacros", type: "RequiredAttribute")

/// Enters a class into the registry of every process that loads its image.
///
/// The class is final, generic over its subject, and a subclass of the `PExtension<Subject>` that
/// `@Extensible` wrote for protocol `P`. The constraints of its generic parameter choose the
/// subjects.
///
/// - Parameters:
///   - priority: decides where specificity does not; the higher number wins.
///   - typed: true to tell overloads apart by the types of their parameters. It is needed if the
///     class overrides some of several that have the same labels.
///   - shim: the C name of the accessor if the record is in C, which `swift package emit-shim`
///     writes.
@attached(peer)
@attached(member, names: named(init))
public macro Extension(priority: Int32 = 0, typed: Bool = false, shim: String? = nil) =
  #externalMacro(module: "GraftMacros", type: "ExtensionAttribute")

/// Makes a type conform under constraints, in the code that `@Extension` writes.
@attached(
  extension, conformances: ConditionalExtension, names: named(linkClass), named(constraints))
public macro _ConditionalExtension(
  `where` clause: String, `class` linkClass: String, constraints: String, at place: String
) = #externalMacro(module: "GraftMacros", type: "ConditionalExtensionAttribute")
