public import Graft

public struct Refusal: Error {
  public init() {}
}

/// What is called on several threads while advice comes and goes.
@Extensible
public protocol Counted {
  func count(_ number: Int) -> Int
  func check(_ number: Int) throws(Refusal) -> Int
}

/// What runs on an actor, can throw, and is given a function beside other arguments, of which one
/// is borrowed.
@Extensible
public protocol Clerk: Actor {
  func answer(
    _ name: String, with outcome: Int,
    _ write: (@Sendable (Int.Type, Result<Int, Refusal>) throws(Refusal) -> String)?
  ) throws -> any Sendable
  func total(
    of amounts: borrowing [Int], by price: @escaping @convention(c) (Int) -> Int
  ) throws -> [Int]
}
