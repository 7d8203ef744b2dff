public protocol Greeter {
  @Unadvised func greet()
}
