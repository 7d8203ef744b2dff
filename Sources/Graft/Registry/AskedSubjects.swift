// SPDX-License-Identifier: Apache-2.0

/// The subjects that were ever asked about, with a call or without, and what was passed over
/// for each of them the last time.
struct AskedSubjects {
  struct Subject {
    let base: any ExtensionBase.Type
    /// The version of the program in which this was found.
    fileprivate(set) var version: UInt64?
    fileprivate(set) var diagnostics: [RegistryDiagnostic] = []
    /// How many resolutions are under way. Their predicates may ask for diagnostics.
    fileprivate(set) var resolutionCount = 0
    /// The records whose accessors made no link for it.
    fileprivate(set) var withoutLink: [RecordID] = []

    fileprivate init(_ base: any ExtensionBase.Type) { self.base = base }
  }

  private var subjects = KeyTable<ObjectIdentifier, Subject>()
  /// How often chains were made.
  private(set) var resolutionCount = 0
  /// The conformances that several modules declare, of so many images.
  var duplicates: (imageCount: Int, modules: KeyTable<ConformanceRecords.Declaration, [String]>) =
    (-1, KeyTable())

  var all: [Subject] { subjects.values }

  subscript(base: any ExtensionBase.Type) -> Subject? { subjects[ObjectIdentifier(base)] }

  mutating func begin(_ base: any ExtensionBase.Type) {
    subjects[ObjectIdentifier(base), default: Subject(base)].resolutionCount += 1
  }

  mutating func end(
    _ base: any ExtensionBase.Type, _ diagnostics: [RegistryDiagnostic], version: UInt64
  ) {
    resolutionCount += 1
    subjects[ObjectIdentifier(base)]!.resolutionCount -= 1
    subjects[ObjectIdentifier(base)]!.diagnostics = diagnostics
    subjects[ObjectIdentifier(base)]!.version = version
  }

  /// Notes that a record's accessor made no link for a subject.
  mutating func passOver(_ missing: MissingLink, for base: any ExtensionBase.Type) {
    subjects[ObjectIdentifier(base), default: Subject(base)].withoutLink.append(missing.record)
  }
}
