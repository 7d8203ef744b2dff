@Extensible(suffix: chosen)
protocol Greeter {
  func greet()
}
