// SPDX-License-Identifier: Apache-2.0

/// What no type conforms to: a default in an extension with this constraint and `@Default`
/// is no type's implementation, but the end of its chain.
public protocol AuthorDefault {}

/// What the code of `@Extensible` refines for that: of a name that hides no user's type, for
/// which the compiler would warn.
public protocol _AssumedDefault: AuthorDefault {}
