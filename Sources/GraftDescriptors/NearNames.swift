// SPDX-License-Identifier: Apache-2.0

/// Names similar to one that matches nothing.
package enum NearNames {
  /// Names that differ in qualifiers, labels, case or a few characters, the nearest first.
  package static func of(_ name: String, among names: some Sequence<String>) -> [String] {
    let wanted = key(of: name)
    let limit = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
    var near: [(name: String, distance: Int)] = []
    for other in Set(names) {
      let distance = distance(wanted, key(of: other))
      guard distance <= limit else { continue }
      let place = near.firstIndex { ($0.distance, $0.name) > (distance, other) } ?? near.count
      near.insert((other, distance), at: place)
    }
    return near.map(\.name)
  }

  /// The base name: `run` of `run(_:)`, `size` of `get size`.
  package static func base(of name: String) -> Substring {
    let unlabelled = name.prefix { $0 != "(" }
    return unlabelled.split(separator: " ").last ?? unlabelled
  }

  private static func key(of name: String) -> [Character] {
    let base = base(of: name)
    return Array((base.split(separator: ".").last ?? base).lowercased())
  }

  /// The number of characters to insert, delete, replace, or swap with the next one.
  private static func distance(_ one: [Character], _ two: [Character]) -> Int {
    // The rows of the last two characters of `one`, and the one in the making.
    var (before, last) = ([Int](), Array(0...two.count))
    for row in one.indices {
      var next = [row + 1]
      for column in two.indices {
        let replaced = last[column] + (one[row] == two[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, one[row] == two[column - 1], one[row - 1] == two[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[two.count]
  }
}
