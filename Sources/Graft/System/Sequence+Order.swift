// SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// Sorts stably.
  ///
  /// `sorted(by:)` has 6 KB of code for each type of elements; this sorts numbers.
  func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] {
    let all = Array(self)
    return order(ofNumbersBelow: all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
  }
}

extension Array where Element: CustomStringConvertible {
  var inOrderOfDescription: [Element] {
    map { (element: $0, text: $0.description) }.inOrder { $0.text < $1.text }.map(\.element)
  }
}

extension Array where Element: Equatable {
  func without(_ others: [Element]) -> [Element] {
    filter { element in !others.contains { $0 == element } }
  }
}

@inline(never)
private func order(ofNumbersBelow end: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<end).sorted(by: precedes)
}
