struct Dog: Greeter {
  @Advisable((any Greeter).self)
  func greet(_: String, at _: Int) -> String { "Hello" }
}
