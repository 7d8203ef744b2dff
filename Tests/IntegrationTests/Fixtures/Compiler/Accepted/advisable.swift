// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Visitor {
  func visit(_ place: Int) -> Int
  func visit(_ place: String) -> Int
  func visit(all: Int) -> Int
  static func visit() -> Int
  var visits: Int { get set }
}

class Guest: Visitor {
  @Advisable((any Visitor).self, typed: true)
  func visit(_ place: Int) -> Int { place }
  @Advisable((any Visitor).self, typed: true)
  func visit(_ place: String) -> Int { 1 }
  @Advisable((any Visitor).self)
  func visit(all: Int) -> Int { all }
  @Advisable((any Visitor).self)
  class func visit() -> Int { 0 }
  @AdvisableProperty((any Visitor).self)
  var visits: Int = 0
}

class Friend: Guest {
  @Advisable((any Visitor).self, typed: true)
  override func visit(_ place: Int) -> Int { super.visit(place) }
  @Advisable((any Visitor).self)
  override func visit(all: Int) -> Int { super.visit(all: all) }
  @Advisable((any Visitor).self)
  override class func visit() -> Int { super.visit() }
}

struct Box<Value> {}

extension Box: Visitor where Value: Hashable {
  @Advisable((any Visitor).self)
  func visit(all: Int) -> Int { all }
  var visits: Int {
    get { 0 }
    nonmutating set {}
  }
}

@Extensible
protocol Counting {
  func count() -> Int
  static func all() -> Int
}

actor Counter: Counting {
  @Advisable((any Counting).self)
  nonisolated func count() -> Int { 1 }
  @Advisable((any Counting).self)
  static func all() -> Int { 2 }
}
