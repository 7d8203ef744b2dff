// SPDX-License-Identifier: Apache-2.0

/// What a compiler writes for a link that compiles it (`-flto`).
extension ELFFile {
  /// gcc puts its intermediate code into sections; its objects can have nothing else.
  func isIntermediateCode() throws(InspectionError) -> Bool {
    let prefix = ".gnu.lto_"
    guard let names = try sectionNames(), names.containPrefix(prefix) else { return false }
    // Its versions come first, each of two bytes.
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
      .intermediateCode, "\(what): the link compiles it, and nothing is known of it before")
  }
}
