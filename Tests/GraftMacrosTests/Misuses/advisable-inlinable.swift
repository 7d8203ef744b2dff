public struct Dog: Greeter {
  @Advisable((any Greeter).self)
  @inlinable
  public func greet() -> String { "Hello" }
}
