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
