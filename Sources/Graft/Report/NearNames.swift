// SPDX-License-Identifier: Apache-2.0

/// What a name that is none may have been meant to be.
enum NearNames {
  /// The nearest first, of those that are near at all: what differs in qualifiers, labels
  /// or case, or in a few characters.
  static func of(_ name: String, among names: some Sequence<String>) -> [String] {
    let wanted = key(of: name)
    return Set(names).compactMap { other -> (name: String, distance: Int)? in
      let key = key(of: other)
      let distance = key == wanted ? 0 : distance(wanted, key)
      let limit = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
      return distance <= limit ? (other, distance) : nil
    }.inOrder { ($0.distance, $0.name) < ($1.distance, $1.name) }.map(\.name)
  }

  /// `run` of `run(_:)`, `size` of `get size`.
  static func base(of name: String) -> Substring {
    let unlabelled = name.prefix { $0 != "(" }
    return unlabelled.split(separator: " ").last ?? unlabelled
  }

  private static func key(of name: String) -> [Character] {
    let base = base(of: name)
    return Array((base.split(separator: ".").last ?? base).lowercased())
  }

  /// The number of characters to insert, delete or replace.
  private static func distance(_ one: [Character], _ two: [Character]) -> Int {
    var row = Array(0...two.count)
    for (index, character) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in two.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[two.count]
  }
}
