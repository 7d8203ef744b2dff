// SPDX-License-Identifier: Apache-2.0

/// How the class that the extensions of a protocol inherit from is called after that.
package enum _BaseClassName {
  /// The first is what it has if the protocol says nothing.
  package static let suffixes = ["Extension", "Extending", "Implementation"]

  /// Where the class takes any subject, and the other name is one for it.
  static let prefix = "_GraftBaseOf"

  /// `Greeter` for `GreeterExtension` and `_GraftBaseOfGreeter`, with what stands before it;
  /// nil for another name.
  package static func protocolName(of baseClass: String) -> String? {
    let start = baseClass.lastIndex(of: ".").map(baseClass.index(after:)) ?? baseClass.startIndex
    if baseClass[start...].hasPrefix(prefix) {
      return String(baseClass[..<start]) + baseClass[start...].dropFirst(prefix.count)
    }
    return suffixes.lazy.filter(baseClass.hasSuffix).map { String(baseClass.dropLast($0.count)) }
      .first
  }
}
