public import Graft

/// What a customer orders.
@Extensible
public protocol Order {
  @Required var items: [String] { get }

  func price(of item: String) -> Int
  func total() -> Int
  func ship(to address: String) throws -> String
  func receipt() -> String
}

public struct NoAddress: Error {
  public init() {}
}
