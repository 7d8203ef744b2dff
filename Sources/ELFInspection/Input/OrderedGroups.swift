// SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// The elements in groups with one key, in the order of the first ones.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var numbers: [Key: Int] = [:]
    for element in self {
      let number = numbers[key(element), default: groups.count]
      if number == groups.count {
        numbers[key(element)] = number
        groups.append([])
      }
      groups[number].append(element)
    }
    return groups
  }
}
