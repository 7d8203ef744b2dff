// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import Graft

// Declarations over several lines, with comments in them.

protocol Base {}

@Extensible @OperatorDefaults
protocol Wide: Base {
  func first(
    _ one: Int,  // the first
    /* second */ two: [String:
      Int],
    // third
    three: (
      Int, String
    )
  ) throws
    -> [Int]
  var title:
    String
  { get set }
  subscript(
    _ row: Int,
    column: Int
  ) -> Int { get }  // cell
  init(
    of size: Int,
    // and
    depth: Int
  )
  static func make<Value>(
    _ value: Value
  ) -> Value
  where Value:
    Hashable
  @available(
    *, deprecated,  // since then
    message: "old")
  func old(_ one: Int)
  func parse(
    _ value: [
      Int
    ])
  func parse(_ value: String)
  func later(
    _ body: @escaping (
      Int
    ) async -> Int
  ) async
  static func == (
    one: Self,
    two: Self
  ) -> Bool
}

@Default
extension Wide where Self: Graft::AuthorDefault {
  func first(
    _ one: Int,  // the first
    two: [String: Int],
    three: (
      Int, String
    )
  ) throws
    -> [Int]
  { [one] }
  func later(
    _ body: @escaping (
      Int  // count
    ) async -> Int
  ) async {}
}

@Extension
final class Widening<Subject: Wide>: WideExtension<Subject> {
  override func first(
    _ subject: Subject,
    _ one: Int,  // the first
    two: [String: Int], three: (Int, String)
  ) throws -> [Int] { try super.first(subject, one, two: two, three: three) }
}

struct Sheet: Wide {}

final class Board: Wide {
  @Advisable((any Wide).self)
  func first(
    _ one: Int,
    two: [String:
      Int],  // second
    three: (
      Int, String
    )
  ) throws -> [Int] {
    // The body stands where it is written.
    [one]
  }
  init(of size: Int, depth: Int) {}
}

@Extensible @OperatorDefaults
protocol Renaming {
  func sum(
    of: Int...,  // each
    over slot: Int?
  )
  static func ~= (
    first:  // the first
      Self, second: Self
  ) -> Bool
}

@Default
extension Renaming where Self: Graft::AuthorDefault {
  @RenamedDefault
  func sum(  // (of: Int
    of:  // [
      Int..., /* ] */ over slot: Int?
  ) {}
  @RenamedDefault
  static func ~= (  // (first
    first:  // the first
      Self,
    second: Self
  )  // {
    -> Bool
  { true }
}
