// SPDX-License-Identifier: Apache-2.0

/// Makes witness tables by which any subject conforms to `AuthorDefault`, so that
/// the code of `@Default` can call members that are constrained to it.
///
/// The protocol of such a call refines the extended protocol and
/// `GeneratedCode.AssumedDefault`, and has no requirements of its own. So its table
/// consists of the word for the conformance and one table for each of the two.
enum AssumedConformance {
  private struct Key: Hashable, TableKey {
    let subject: UnsafeRawPointer
    let table: UnsafeRawPointer
    let assumed: UnsafeRawPointer
  }

  private struct AnySubject: GeneratedCode.AssumedDefault {}

  /// The tables, which are never freed, as the metadata that refers to them isn't.
  private static let tables = Guarded(KeyTable<Key, UInt>())

  private static let marker = ProtocolDescriptor(of: (any GeneratedCode.AssumedDefault).self)!
  private nonisolated(unsafe) static let markerTable = SwiftRuntime.witnessTable(
    of: TypeMetadata(AnySubject.self), for: marker)!

  /// The extended protocol that such a protocol refines; nil for another kind of protocol.
  static func extended(by assumed: ProtocolDescriptor) -> ProtocolDescriptor? {
    let refined = assumed.refinedProtocols
    guard refined.contains(marker), refined.count == assumed.requirementCount else { return nil }
    return refined.first { $0 != marker }
  }

  /// The table of a subject by its table for the extended protocol.
  ///
  /// - Parameter own: the table by which the subject conforms to the extended
  ///   protocol.
  static func table(
    of subject: TypeMetadata, for assumed: ProtocolDescriptor, own: UnsafeRawPointer
  ) -> UnsafeRawPointer {
    let refined = assumed.refinedProtocols
    let key = Key(subject: subject.address, table: own, assumed: assumed.address)
    return tables.withLock { tables in
      if let known = tables[key] { return UnsafeRawPointer(bitPattern: known)! }
      let table = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: refined.count + 1)
      // The real conformance, which distinguishes metadata with generic arguments.
      table[0] = own.load(as: UnsafeRawPointer?.self)
      for (index, each) in refined.enumerated() {
        table[index + 1] = each == marker ? markerTable : own
      }
      tables[key] = UInt(bitPattern: table)
      return UnsafeRawPointer(table)
    }
  }
}
