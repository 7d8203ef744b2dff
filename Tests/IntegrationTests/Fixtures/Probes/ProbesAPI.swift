public import Graft

public struct Refusal: Error {
  public init() {}
}

@Extensible
public protocol Weighed {
  func weigh(_ limit: Int) throws -> Int
  func seal(_ text: String) -> String
}
