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
  static func nameOfDescriptor(_ symbol: String) -> String { described(symbol) ?? symbol }

  /// What a descriptor's symbol says that it describes.
  static func described(_ symbol: String) -> String? {
    guard let text = text(symbol), let place = text.firstRange(of: " descriptor for ") else {
      return nil
    }
    return String(text[place.upperBound...])
  }
}
