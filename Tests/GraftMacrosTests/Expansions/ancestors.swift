import Graft

public protocol Command {
  associatedtype Item
}

@Extensible
public protocol Search: Command {
  associatedtype Place: Hashable
  mutating func run(in place: Place) async throws
  var limit: Int { get set }
  func found(_ item: Self.Item) -> String
}
