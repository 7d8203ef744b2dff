// SPDX-License-Identifier: Apache-2.0

/// Objects of intermediate code, which the link compiles (`-flto`).
extension ELFFile {
  /// Whether the object holds only gcc's intermediate code, in sections of its
  /// own.
  func isIntermediateCode() throws(InspectionError) -> Bool {
    let prefix = ".gnu.lto_"
    guard let names = try sectionNames(), names.containPrefix(prefix) else { return false }
    // Two version fields of two bytes each come first.
    let slimOffset = 4
    for section in try sections(matching: prefix + ".lto.*", problem: { _ in }) {
      let isSlim = try withBytes(of: section) { $0.count > slimOffset && $0[slimOffset] != 0 }
      if isSlim { return true }
    }
    return false
  }
}

extension InspectionError {
  static func intermediateCode(_ what: String) -> InspectionError {
    InspectionError(
      .intermediateCode, "\(what): its records are known only after the link has compiled it")
  }
}
