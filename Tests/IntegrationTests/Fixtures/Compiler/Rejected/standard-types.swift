// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Bounded {
  static var min: Self { get }
  func middle() -> Self
}

extension Int8: Bounded {}  // error: type 'Int8' does not conform to protocol

@Extensible
protocol Counted {
  var isEmpty: Bool { get }
  var first: Int? { get }
  var count: Int { get }
}

extension Array: Counted where Element == Int {  // error: does not conform to protocol
  var first: Int? { self[0] }
}
