class GreeterExtension {}

@Extensible
protocol Greeter {
  func greet()
}
