// SPDX-License-Identifier: Apache-2.0

internal import CInspection
import CLibrary

/// Demangles names with the Swift runtime.
enum Demangling {
  /// The demangled name; nil for other text.
  static func text(_ mangled: String) -> String? {
    guard mangled.utf8.count <= LoadedMemory.longestText,
      let text = inspection_demangle(mangled, mangled.utf8.count)
    else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The name that a descriptor's symbol describes, or the symbol: `Swift.Int`
  /// for `$sSiMn`.
  static func nameOfDescriptor(_ symbol: String) -> String {
    guard let text = text(symbol), let place = text.firstRange(of: " descriptor for ") else {
      return symbol
    }
    return String(text[place.upperBound...])
  }
}
