import Graft

@Extensible
public protocol Greeter {
  /// Not copied.
  func greet(_ other: String, loudly: Bool) -> String
  mutating func rename(to name: String) throws
  static func motto() async throws(Refusal) -> String
  @Required func wave()
  @discardableResult func count<Value>(_ head: consuming Value) -> Int where Value: Sendable
  func sum(_ values: Int..., in: inout Int) -> Int
}
