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
  func subject(subject: Int, link: Int, seat: Int) -> Int
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
  var seat: Int { get }
  var shape: Int { get nonmutating set }
}
