extension Greeter {
  @Advisable((any Greeter).self)
  func greet() -> String { "Hello" }
}
