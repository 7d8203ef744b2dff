// SPDX-License-Identifier: Apache-2.0

/// Names of what `@Courier` writes.
package enum _CourierName {
  /// The prefix of an enumeration beside the protocol, which can have the courier's class.
  package static let scopePrefix = "_GraftCourier"
  package static let suffix = "Courier"

  /// The name of a type as it is written: a courier's without the enumeration.
  ///
  /// - Parameter name: the name with its module.
  package static func written(_ name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.contains(where: { $0.hasPrefix(scopePrefix) }) else { return name }
    let isScope = zip(parts, parts.dropFirst()).map { part, next in
      part.hasPrefix(scopePrefix) && next.hasPrefix(part.dropFirst(scopePrefix.count) + suffix)
    }
    return zip(parts, isScope + [false]).filter { !$1 }.map(\.0).joined(separator: ".")
  }
}
