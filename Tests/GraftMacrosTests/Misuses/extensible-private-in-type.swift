enum Greetings {
  @Extensible
  private protocol Greeter {
    func greet()
  }
}
