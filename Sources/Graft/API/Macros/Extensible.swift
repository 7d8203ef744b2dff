// SPDX-License-Identifier: Apache-2.0

@_exported public import CGraft
@_exported public import GraftDescriptors

/// Lets any image of the process implement the requirements of a protocol.
///
/// On protocol `P` this writes the class `PExtension<Subject: P>`, with one method
/// for each requirement to override, and defaults in an extension of `P` that ask
/// the registry. A type that implements a requirement itself keeps its own.
// Operators are found by their names only, and these are the standard library's.
@attached(
  peer, names: suffixed(Extension), prefixed(_Graft), prefixed(_GraftCellsOf),
  prefixed(_GraftBaseOf),
  prefixed(_GraftSettingsOf),
  prefixed(_GraftDefaultsOf),
  prefixed(_GraftAncestorsOf),
  suffixed(JoinPoints),
  named(+), named(-), named(*), named(/), named(%), named(==), named(!=), named(<), named(<=),
  named(>), named(>=), named(~=), named(!), named(~), named(&), named(|), named(^), named(<<),
  named(>>), named(&&), named(||), named(??), named(..<), named(...), named(+=), named(-=),
  named(*=), named(/=), named(%=), named(&=), named(|=), named(^=), named(<<=), named(>>=),
  named(&+), named(&-), named(&*), named(&<<), named(&>>), named(&+=), named(&-=), named(&*=),
  named(&<<=), named(&>>=)
)
@attached(extension, names: arbitrary)
public macro Extensible() =
  #externalMacro(module: "GraftMacros", type: "ExtensibleAttribute")

/// What the class that extensions inherit from is called after its protocol `P`.
public enum ExtensibleSuffix: Sendable {
  /// `PExtension`, as where nothing is said.
  case `extension`
  /// `PExtending`.
  case extending
  /// `PImplementation`.
  case implementation
}

/// Lets any image of the process implement the requirements of a protocol, by a class of
/// another name than `PExtension`, which exists already.
///
/// - Parameter suffix: what the class is called after the protocol.
// Operators are found by their names only, and these are the standard library's.
@attached(
  peer, names: suffixed(Extension), suffixed(Extending), suffixed(Implementation),
  prefixed(_Graft), prefixed(_GraftCellsOf), prefixed(_GraftBaseOf), prefixed(_GraftSettingsOf),
  prefixed(_GraftDefaultsOf),
  prefixed(_GraftAncestorsOf),
  suffixed(JoinPoints),
  named(+), named(-), named(*), named(/), named(%), named(==), named(!=), named(<), named(<=),
  named(>), named(>=), named(~=), named(!), named(~), named(&), named(|), named(^), named(<<),
  named(>>), named(&&), named(||), named(??), named(..<), named(...), named(+=), named(-=),
  named(*=), named(/=), named(%=), named(&=), named(|=), named(^=), named(<<=), named(>>=),
  named(&+), named(&-), named(&*), named(&<<), named(&>>), named(&+=), named(&-=), named(&*=),
  named(&<<=), named(&>>=)
)
@attached(extension, names: arbitrary)
public macro Extensible(suffix: ExtensibleSuffix) =
  #externalMacro(module: "GraftMacros", type: "ExtensibleAttribute")

/// On a requirement of an extensible protocol: no default is written for it, and the
/// compiler asks each conforming type for it.
@attached(peer)
public macro Required() = #externalMacro(module: "GraftMacros", type: "RequiredAttribute")

/// On a requirement of an extensible protocol: it has no join point, and can't be
/// advised. Needed where a value that it sets can't be copied, which `@Extensible` does
/// not see: the setter then consumes it.
@attached(peer)
public macro Unadvised() = #externalMacro(module: "GraftMacros", type: "RequiredAttribute")

/// Enters a class into the registry of every process that loads its image.
///
/// The class is final, generic over its subject, and a subclass of the
/// `PExtension<Subject>` that `@Extensible` wrote for protocol `P`. The constraints
/// of its generic parameter say for which subjects it stands.
///
/// - Parameters:
///   - priority: where specificity is not enough, the higher number wins.
///   - typed: true to tell overloads apart by the types of their parameters. Needed
///     where the class overrides some of several that have the same labels.
///   - shim: the C name of the accessor, where the record is written in C:
///     `swift package emit-shim` writes it.
@attached(peer)
@attached(member, names: named(init))
public macro Extension(priority: Int32 = 0, typed: Bool = false, shim: String? = nil) =
  #externalMacro(module: "GraftMacros", type: "ExtensionAttribute")

/// For the code that `@Extension` writes: makes a type conform under constraints.
@attached(
  extension, conformances: ExtensionMaker, ConstraintProbe,
  names: named(base), named(constraints), named(applies), named(makeLink))
public macro _ExtensionMaker(`where` clause: String, members: String? = nil) =
  #externalMacro(module: "GraftMacros", type: "ExtensionMakerAttribute")
