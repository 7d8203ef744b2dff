// SPDX-License-Identifier: Apache-2.0

extension Array {
  /// The first index whose element is beyond a limit; the count if there is none.
  ///
  /// - Parameter isBeyond: false for the first elements and true for all others.
  func firstSortedIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
