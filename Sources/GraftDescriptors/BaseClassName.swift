// SPDX-License-Identifier: Apache-2.0

/// Names of the base classes of extensions.
package enum _BaseClassName {
  /// The suffixes added to a protocol's name; the first is the default.
  package static let suffixes = ["Extension", "Extending", "Implementation"]

  /// The prefix of a base class for any subject; the suffixed name is then a
  /// class for the protocol's subjects.
  static let prefix = "_GraftBaseOf"

  /// Whether a class that derives from a base class is generated, and has no record for that reason:
  /// the link of advice, or what `@Default`, `@Advisable` and `@Courier` write.
  ///
  /// - Parameter name: the name with its module.
  package static func isOfGeneratedSubclass(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    guard let last = parts.last else { return false }
    // Names that the compiler makes for macros begin like mangled ones.
    return last == "_Link" || last.hasPrefix("$s")
      || parts.contains { $0.hasPrefix(_CourierName.scopePrefix) }
  }

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
