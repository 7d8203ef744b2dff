@Extensible
protocol _Link {
  func greet() -> String
}
