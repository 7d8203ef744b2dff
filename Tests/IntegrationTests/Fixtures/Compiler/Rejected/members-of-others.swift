// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Describing {}
protocol DescribingMore: Describing {}

extension Describing {
  func describe() -> String { "described" }
}

@Extensible
protocol Report {
  func describe() -> String
  func print()
}

struct Invoice: Report {}  // error: does not conform to protocol 'Report'
extension Invoice: DescribingMore {}

// One that implements it, by itself or by a class that it derives from.

@Extensible
protocol Letter {
  func describe() -> String
}

struct Note: Letter, Describing {
  func describe() -> String { "note" }
}

class Base { func describe() -> String { "base" } }
final class Derived: Base, Letter, Describing {}

// What is more special than a default comes first.

@Extensible
protocol Form {
  func describe() -> String
}

protocol Signing {}
extension Signing where Self: Form {
  func describe() -> String { "signed" }
}

struct Contract: Form, Signing {}
