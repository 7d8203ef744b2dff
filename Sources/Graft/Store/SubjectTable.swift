// SPDX-License-Identifier: Apache-2.0

/// The subjects that were ever asked about, with a call or without.
struct SubjectTable {
  private var asked = KeyTable<ObjectIdentifier, AskedSubject>()
  /// By the base class for a subject: whose accessors made no link for it.
  private var withoutLink: [ObjectIdentifier: Set<RecordID>] = [:]
  var duplicates = DuplicateConformances()

  var all: [AskedSubject] { asked.values }

  /// From now on diagnostics tell of this subject too.
  mutating func note(_ base: any ExtensionBase.Type) {
    if asked[ObjectIdentifier(base)] == nil {
      asked[ObjectIdentifier(base)] = AskedSubject(base)
    }
  }

  mutating func beginResolution(_ base: any ExtensionBase.Type) {
    asked[ObjectIdentifier(base), default: AskedSubject(base)].begin()
  }

  mutating func endResolution(_ resolved: ResolvedSubject, version: UInt64) {
    asked[ObjectIdentifier(resolved.chains.base)]!.end(resolved, version: version)
  }

  func withoutLink(_ base: any ExtensionBase.Type) -> Set<RecordID> {
    withoutLink[ObjectIdentifier(base)] ?? []
  }

  /// The accessor made no link for this subject.
  mutating func passOver(_ missing: MissingLink, for base: any ExtensionBase.Type) {
    note(base)
    withoutLink[ObjectIdentifier(base), default: []].insert(missing.record)
  }
}
