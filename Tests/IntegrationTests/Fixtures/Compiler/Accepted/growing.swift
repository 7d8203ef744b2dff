// SPDX-License-Identifier: Apache-2.0

public import Graft

@Extensible(growing: true)
public protocol Shop {
  func price(_ item: Int) -> Int
  func order(_ item: Int) async throws -> Int
  static func limit() -> Int
  func compare(_ other: Self) -> Bool
  init(_ price: Int)
  var till: Int { get set }
}
