public import Graft

/// What a customer orders.
@Extensible
public protocol Order {
  @Required var items: [String] { get }

  func price(of item: String) -> Int
  func total() -> Int
  func ship(to address: String) throws -> String
  func receipt() -> String
  func deliver(by van: Van) async -> String
}

/// Leaves when it has two orders.
public actor Van {
  private var first: CheckedContinuation<Void, Never>?

  public init() {}

  public func leave() async {
    if let first { return first.resume() }
    await withCheckedContinuation { first = $0 }
  }
}

public struct NoAddress: Error {
  public init() {}
}
