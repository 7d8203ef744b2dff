// SPDX-License-Identifier: Apache-2.0

internal import CInspection
import Glibc

/// Names, by the demangler of the Swift runtime.
enum Demangling {
  /// As people write it; nil for what is no mangled name.
  static func text(_ mangled: String) -> String? {
    guard mangled.utf8.count <= LoadedMemory.longestText,
      let text = inspection_demangle(mangled, mangled.utf8.count)
    else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// `Swift.Int` for `$sSiMn`: what stands behind "descriptor for".
  static func nameOfDescriptor(_ symbol: String) -> String {
    let words = " descriptor for "
    guard let text = text(symbol), let place = text.firstRange(of: words) else { return symbol }
    return String(text[place.upperBound...])
  }
}
