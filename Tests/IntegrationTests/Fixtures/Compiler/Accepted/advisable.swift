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

enum Outer {
  struct Box<Value> {}
}
typealias OuterBox<Value> = Outer.Box<Value>

extension OuterBox: Visitor {
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

@Extensible
protocol Teller {
  func `two words`(`first word` word: Int) -> Int
  var `last word`: Int { get set }
}

struct Pack<each Value>: Teller {
  @Advisable((any Teller).self)
  func `two words`(`first word` word: Int) -> Int { word }
  @AdvisableProperty((any Teller).self, setter: true)
  var `last word`: Int = 1
}

protocol Owner: AnyObject {}

@Extensible
protocol Owned: AnyObject {
  var delegate: (any Owner)? { get }
  var owner: any Owner { get }
}

final class Thing: Owned {
  @AdvisableProperty((any Owned).self) weak var delegate: (any Owner)?
  @AdvisableProperty((any Owned).self) unowned var owner: any Owner

  init(_ owner: any Owner) { self.owner = owner }
}

@Extensible
nonisolated protocol Fetcher { func fetch() async -> Int }

struct WebFetcher: Fetcher {
  @Advisable((any Fetcher).self) func fetch() async -> Int { 1 }
}

struct DiskFetcher: Fetcher, Sendable {
  @Advisable((any Fetcher).self) @concurrent func fetch() async -> Int { 1 }
}

@Extensible @MainActor
protocol Panel {
  nonisolated func tell() async
  func show() async
}

@MainActor
struct Window: Panel {
  @Advisable((any Panel).self) nonisolated func tell() async {}
  @Advisable((any Panel).self) func show() async {}
}

@_spi(Tools) @Extensible
public protocol Tool { func use() -> Int }

@_spi(Tools)
public struct Hammer: Tool {
  @Advisable((any Tool).self) @_spi(Tools) public func use() -> Int { 1 }
}

@usableFromInline
struct Stamp: Counting {
  @Advisable((any Counting).self) @usableFromInline func count() -> Int { 1 }
}

@Extensible
protocol Button { var pressed: (Int) -> Void { get set } }

struct Knob: Button {
  @AdvisableProperty((any Button).self, setter: true) var pressed: (Int) -> Void = { _ in }
}
