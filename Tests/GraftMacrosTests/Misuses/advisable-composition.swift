struct Dog: Greeter & Named {
  @Advisable((any Greeter & Named).self)
  func greet() -> String { "Hello" }
}
