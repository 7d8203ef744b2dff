@Extensible
protocol Subject {
  func greet() -> String
}
