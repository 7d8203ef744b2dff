// SPDX-License-Identifier: Apache-2.0

import Graft

// Of what is passed on as one of several types the compiler opens `Any`.

@Extensible
protocol Channel {
  func trigger(_ event: Any, _ number: Int)
  func send(_ event: Any) async throws -> Any
  func post(_ event: Any & Sendable, _ other: any Sendable) -> Int
  func change(_ event: inout Any, _ other: @autoclosure () -> Any)
  func perhaps(_ event: Any?, _ all: Any...)
  static func make(_ event: __owned Any)
  init(_ event: Any)
  subscript(event: Any) -> Any { get set }
  var last: Any { get set }
  var lastSent: any Sendable { get set }
}

@Default
extension Channel where Self: Graft::AuthorDefault {
  func trigger(_ event: Any, _ number: Int) {}
  func send(_ event: Any) async throws -> Any { event }
}
