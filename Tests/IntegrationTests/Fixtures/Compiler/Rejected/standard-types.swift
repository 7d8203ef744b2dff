// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Bounded {
  static var min: Self { get }  // error: 'Int8' has 'static get min' from the standard library's
  func middle() -> Self
}

extension Int8: Bounded {}

@Extensible
protocol Counted {
  var isEmpty: Bool { get }  // error: or implement it in an extension of 'Array'
  var first: Int? { get }
  var count: Int { get }
}

extension Array: Counted where Element == Int {
  var first: Int? { self[0] }
}
