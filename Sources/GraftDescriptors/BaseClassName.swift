// SPDX-License-Identifier: Apache-2.0

/// Names of the base classes of extensions.
package enum _BaseClassName {
  /// The suffixes added to a protocol's name; the first is the default.
  package static let suffixes = ["Extension", "Extending", "Implementation"]

  /// The prefix of a base class for any subject; the suffixed name is then a
  /// class for the protocol's subjects.
  static let prefix = "_GraftBaseOf"

  /// The protocol's qualified name: `Greeter` for `GreeterExtension` and
  /// `_GraftBaseOfGreeter`; nil for another name.
  package static func protocolName(of baseClass: String) -> String? {
    let start = baseClass.lastIndex(of: ".").map(baseClass.index(after:)) ?? baseClass.startIndex
    if baseClass[start...].hasPrefix(prefix) {
      return String(baseClass[..<start]) + baseClass[start...].dropFirst(prefix.count)
    }
    return suffixes.lazy.filter(baseClass.hasSuffix).map { String(baseClass.dropLast($0.count)) }
      .first
  }
}
