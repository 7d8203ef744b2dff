// SPDX-License-Identifier: Apache-2.0

/// The subjects of all calls and questions, with the diagnostics of their last resolutions.
struct ResolvedSubjects: ~Copyable {
  struct Subject {
    let base: any ExtensionBase.Type
    /// The version of the program that the diagnostics are from.
    fileprivate(set) var version: UInt64?
    fileprivate(set) var diagnostics: [RegistryDiagnostic] = []
    /// The number of resolutions under way, whose predicates may ask for diagnostics.
    fileprivate(set) var resolutionCount = 0

    fileprivate init(_ base: any ExtensionBase.Type) { self.base = base }
  }

  private var subjects = KeyTable<ObjectIdentifier, Subject>()
  /// The number of finished resolutions.
  private(set) var resolutionCount = 0
  /// The conformances that several modules declare, and the number of images when
  /// they were found.
  var duplicates: (imageCount: Int, modules: KeyTable<ConformanceRecords.Declaration, [String]>) =
    (-1, KeyTable())

  var all: [Subject] { subjects.values }

  mutating func begin(_ base: any ExtensionBase.Type) {
    subjects[ObjectIdentifier(base), default: Subject(base)].resolutionCount += 1
  }

  /// - Parameter found: nil for a resolution that has not looked at everything, which leaves the
  ///   diagnostics as they were.
  mutating func end(
    _ base: any ExtensionBase.Type, _ found: (diagnostics: [RegistryDiagnostic], version: UInt64)?
  ) {
    resolutionCount += 1
    var subject = subjects[ObjectIdentifier(base)]!
    subject.resolutionCount -= 1
    if let found { (subject.diagnostics, subject.version) = (found.diagnostics, found.version) }
    subjects[ObjectIdentifier(base)] = subject
  }
}
