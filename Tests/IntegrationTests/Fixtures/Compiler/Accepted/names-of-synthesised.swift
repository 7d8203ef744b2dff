// SPDX-License-Identifier: Apache-2.0

import Graft

// The compiler writes members of these names, but none with these types that can be set.

@Extensible
protocol Cell {
  var stringValue: String { get set }
  var intValue: Int { get }
  var hashValue: String { get }
  var rawValue: [UInt8] { get set }
  func encode(to text: String) -> Int
  func hash(into buckets: inout [Int])
  init(from text: String)
  init(stringValue: String)
}

enum Key: String, CodingKey { case first }
