struct Dog: Greeter {
  @Advisable((any Greeter).self)
  func greet(_ others: String...) -> String { "Hello" }
}
