// SPDX-License-Identifier: Apache-2.0

/// How declarations qualify one name.
enum Qualifiers {
  /// Nobody nests protocols deeper.
  private static let deepest = 16

  /// The names of which one ends in another, as `API.Greeter` does in `Greeter`: they
  /// may be one protocol. `API.Greeter` and `Web.Greeter` are two.
  static func thatMayBeOne(_ names: some Collection<String>) -> Set<String> {
    let all = Set(names)
    guard all.count > 1 else { return [] }
    var found: Set<String> = []
    for name in all {
      let parts = name.split(separator: ".")
      for count in 1..<max(1, min(parts.count, Self.deepest)) {
        let shorter = parts.suffix(count).joined(separator: ".")
        if all.contains(shorter) { found.formUnion([name, shorter]) }
      }
    }
    return found
  }
}
