@Extensible
protocol `protocol` {
  func greet()
}
