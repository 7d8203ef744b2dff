func greetings() {
  @Extensible
  protocol Greeter {
    func greet()
  }
}
