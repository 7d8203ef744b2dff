// SPDX-License-Identifier: Apache-2.0

/// A subject that was asked about, and what was passed over for it the last time.
struct AskedSubject {
  let base: any ExtensionBase.Type
  /// The version of the state that this was found in.
  private(set) var version: UInt64?
  private(set) var diagnostics: [RegistryDiagnostic] = []
  /// Resolutions that are under way, whose predicates may ask for diagnostics.
  private(set) var resolutionCount = 0

  init(_ base: any ExtensionBase.Type) { self.base = base }

  mutating func begin() { resolutionCount += 1 }

  mutating func end(_ resolved: ResolvedSubject, version: UInt64) {
    resolutionCount -= 1
    (diagnostics, self.version) = (resolved.diagnostics, version)
  }
}
