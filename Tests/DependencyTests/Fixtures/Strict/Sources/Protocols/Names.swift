// SPDX-License-Identifier: Apache-2.0

public import Graft

/// Names that generated code has a use for, or that are keywords.
@Extensible
public protocol Names<Item> {
  associatedtype Item
  associatedtype Result
  func f<Requirement>(_ link: Requirement, head: Int) -> Requirement
  func g<Item>(_ item: Item) -> Item
  func `default`(_ `in`: Int, `self` s: Int, for each: Int) -> Int
  func t(_ `self`: Int, `inout` x: Int, in: Int) -> Int
  func subject(subject: Int, link: Int, successors: Int) -> Int
  func applies(to subject: Int) -> Bool
  func hasNext(_ x: Int) -> Bool
  func overload() -> Int
  func overload() -> String
  func either(_ x: Result) throws(CancellationError) -> Result
  func callAsFunction(_: Int, _: Int) -> Int
  var `class`: Int { get }
  var `self`: Int { get }
  var allCases: Int { get }
  var resolution: Int { get }
  var successors: Int { get }
  var shape: Int { get nonmutating set }
}

// Types that generated code has names near to.
public struct Point: Sendable {
  public let x: Int
  public init(_ x: Int) { self.x = x }
}
public struct Link: Sendable {}
public struct Run: Sendable {}
public struct Receiver: Sendable { public init() {} }
public struct Before: Sendable {}
public struct After: Sendable {}
public struct Around: Sendable {}
public struct Own: Sendable {}

/// Parameters that generated bodies have a use for, and names in backticks.
@Extensible
public protocol Spoken {
  typealias Number = Int
  @Required var place: Int { get set }
  var scope: Int { get }
  func speak(_ point: Point, to receiver: Receiver, _ x: Int, _ x: Number)
  func link(_ link: Link, _ run: Run, _ before: Before) throws -> After?
  func around(_ around: Around, own: Own, error: Int) async -> Link?
  func attempt(_ value: @autoclosure @escaping () async throws -> Int) async -> Int
  func same(_ outcome: Number, _ result: Int) -> Number
  func `two words`(_ `the number`: Int) -> Int
  func never() -> Never
  func harmless() throws(Never)
  @MainActor @IntegerBuilder func built() -> Int
  static func sum(_ first: Amount, _ second: Amount) -> Int
}

@resultBuilder
public enum IntegerBuilder: Sendable {
  public static func buildBlock(_ parts: Int...) -> Int { parts.reduce(0, +) }
}

@Extensible @OperatorDefaults
public protocol Added {
  static func + (first: Self, second: Self) -> Int
  static prefix func - (value: Self) -> Self
  static func == (first: Self, second: Self) -> Bool
}

public struct Amount: Sendable, Added {
  public init() {}
}
