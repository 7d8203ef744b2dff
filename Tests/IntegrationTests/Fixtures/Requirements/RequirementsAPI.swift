public import Graft

public enum Fault: Error, Hashable {
  case tooFar
}

public protocol Describable {
  var description: String { get }
}

/// A requirement of each kind of function.
@Extensible
public protocol Walker {
  associatedtype Item
  func instance(_ steps: Int) -> String
  static func ofType(_ steps: Int) -> String
  func throwing(_ steps: Int) throws -> String
  func typedThrowing(_ steps: Int) throws(Fault) -> String
  func waiting(_ steps: Int) async -> String
  func waitingThrowing(_ steps: Int) async throws -> String
  mutating func mutate(by steps: Int) -> String
  func generic<Value>(_ value: Value) -> String where Value: Hashable
  func exchange(_ value: inout Int) -> String
  func automatic(_ value: @autoclosure () -> Int) -> String
  func calling(_ body: (Int) -> Int) -> String
  func escaping(_ body: @escaping (Int) -> Int) -> () -> Int
  func labelled(from value: Int) -> String
  func labelled(to value: Int) -> String
  func typed(_ value: Int) -> String
  func typed(_ value: String) -> String
  func compared(to other: Self) -> String
  func itself() -> Self
  func item(_ item: Item) -> [Item]
  func nothing()
}
