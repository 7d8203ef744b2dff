struct Dog: Greeter {
  @Advisable(Greeter.self)
  func greet(_ other: String) -> String { "Hello" }
}
