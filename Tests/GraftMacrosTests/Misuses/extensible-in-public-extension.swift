public extension Greetings {
  @Extensible
  protocol Greeter {
    func greet()
  }
}
