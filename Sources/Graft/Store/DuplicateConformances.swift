// SPDX-License-Identifier: Apache-2.0

/// The conformances that several modules declare, as of so many images that Swift knows.
struct DuplicateConformances {
  let imageCount: Int
  private let modules: [ConformanceRecords.Declaration: [String]]

  init() { (imageCount, modules) = (-1, [:]) }

  init(_ records: ConformanceRecords, imageCount: Int) {
    self.imageCount = imageCount
    modules = records.duplicates
  }

  /// The modules that declare that a base class's subject conforms, if there are several.
  func modules(of base: any ExtensionBase.Type) -> [String]? {
    guard !modules.isEmpty, let extended = base.extensibleProtocol.descriptor,
      let type = TypeMetadata(base.subject).descriptor
    else { return nil }
    return modules[ConformanceRecords.Declaration(type, extended)]
  }
}
