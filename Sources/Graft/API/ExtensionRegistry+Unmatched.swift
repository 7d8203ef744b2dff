// SPDX-License-Identifier: Apache-2.0

extension ExtensionRegistry {
  /// What was asked for by name and never met anything: of pointcuts, of records, of
  /// blocked names, and of advice for types by their names. As of now: an image that
  /// comes later can bring it.
  ///
  /// Looks at every type that a loaded image declares to conform to an extensible protocol.
  public static var unmatched: [UnmatchedName] {
    let known = KnownSubjects(ConformanceRecords())
    return UnmatchedNames(known, Registry.shared.namesAskedFor).all.inOrderOfDescription
  }
}
