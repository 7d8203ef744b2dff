// SPDX-License-Identifier: Apache-2.0

/// What no type conforms to: a default in an extension with this constraint and `@Default`
/// is no type's implementation, but the end of its chain.
public protocol AuthorDefault {}

extension GeneratedCode {
  /// What the code of `@Extensible` refines for that: of a name that hides no user's type, for
  /// which the compiler would warn.
  public protocol AssumedDefault: AuthorDefault {}
}

/// Lets the code of `@Default` take a subject for one that conforms to `Default`, which no
/// type does, so that it can call what is constrained to that.
///
/// The protocol by which it calls refines the extended one and
/// `GeneratedCode.AssumedDefault`, and its own requirements are those of the former,
/// which need no entries of their own. So its table is the word for the conformance and
/// one table for each of the two.
enum AssumedConformance {
  private struct Key: Hashable, TableKey {
    let subject: UnsafeRawPointer
    let table: UnsafeRawPointer
    let assumed: UnsafeRawPointer
  }

  private struct AnySubject: GeneratedCode.AssumedDefault {}

  /// They live as long as the process, as the metadata does that is made with them.
  private static let tables = Guarded(KeyTable<Key, UInt>())

  private static let marker = ExistentialType(
    TypeMetadata((any GeneratedCode.AssumedDefault).self))!.protocols[
      0]
  private nonisolated(unsafe) static let markerTable = SwiftRuntime.witnessTable(
    of: TypeMetadata(AnySubject.self), for: marker)!

  /// What else a protocol refines that is assumed; nil of another protocol.
  static func extended(by assumed: ProtocolDescriptor) -> ProtocolDescriptor? {
    let refined = assumed.refinedProtocols
    guard refined.contains(marker), refined.count == assumed.requirementCount else { return nil }
    return refined.first { $0 != marker }
  }

  /// Nil if the subject does not conform to what else the protocol refines.
  static func table(
    of subject: TypeMetadata, for assumed: ProtocolDescriptor
  ) -> UnsafeRawPointer? {
    guard let extended = extended(by: assumed),
      let own = SwiftRuntime.witnessTable(of: subject, for: extended)
    else { return nil }
    return table(of: subject, for: assumed, own: own)
  }

  /// - Parameter own: how the subject conforms to what else the protocol refines.
  static func table(
    of subject: TypeMetadata, for assumed: ProtocolDescriptor, own: UnsafeRawPointer
  ) -> UnsafeRawPointer {
    let refined = assumed.refinedProtocols
    let key = Key(subject: subject.address, table: own, assumed: assumed.address)
    return tables.withLock { tables in
      if let known = tables[key] { return UnsafeRawPointer(bitPattern: known)! }
      let table = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: refined.count + 1)
      // That of the real conformance: metadata with generic arguments is told apart by it.
      table[0] = own.load(as: UnsafeRawPointer?.self)
      for (index, each) in refined.enumerated() {
        table[index + 1] = each == marker ? markerTable : own
      }
      tables[key] = UInt(bitPattern: table)
      return UnsafeRawPointer(table)
    }
  }
}

extension GeneratedCode {
  /// A subject's type as one whose defaults by the protocol's author can be called.
  ///
  /// - Parameters:
  ///   - subject: the type.
  ///   - existential: the protocol that `@Extensible` wrote for this, such as
  ///     `(any _GraftDefaultsOfGreeter).self`.
  ///   - type: of its metatypes.
  /// - Returns: nil if the subject does not conform to the extended protocol.
  public static func withDefaults<Metatype>(
    _ subject: Any.Type, _ existential: Any.Type, as type: Metatype.Type
  ) -> Metatype? {
    guard let assumed = ExistentialType(TypeMetadata(existential))?.protocols.first,
      let table = AssumedConformance.table(of: TypeMetadata(subject), for: assumed)
    else { return nil }
    return TypeMetadata(subject).metatype(table, as: type)
  }
}

extension GeneratedCode {
  /// A value on its way to an async default, which runs where its caller would have called
  /// it: what the compiler asks of that is for the caller to answer.
  @frozen
  public struct Passed<Value>: @unchecked Sendable {
    /// The value.
    @safe public nonisolated(unsafe) let value: Value

    /// - Parameter value: an argument, or the subject.
    @inlinable
    @inline(__always)
    public init(_ value: Value) { self.value = value }
  }
}

/// What generated code inherits from: `GeneratedCode.AssumedDefault`; see `_ExtensibleSupport`.
public typealias _AssumedDefault = GeneratedCode.AssumedDefault
