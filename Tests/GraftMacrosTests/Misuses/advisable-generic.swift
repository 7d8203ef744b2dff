struct Dog: Greeter {
  @Advisable((any Greeter).self)
  func greet<Other>(_ other: Other) -> String { "Hello" }
}
