// SPDX-License-Identifier: Apache-2.0

/// Marks the defaults of a protocol's author.
///
/// No type conforms, so an extension with this constraint and `@Default` only
/// implements the ends of chains.
public protocol AuthorDefault {}

extension GeneratedCode {
  /// The protocol that the code of `@Extensible` refines to call defaults.
  ///
  /// Its name shadows no type of users.
  public protocol AssumedDefault: AuthorDefault {}
}

/// The name by which generated code inherits from `GeneratedCode.AssumedDefault`.
public typealias _AssumedDefault = GeneratedCode.AssumedDefault
