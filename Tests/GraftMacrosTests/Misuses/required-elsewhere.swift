public protocol Greeter {
  @Required func greet()
}
