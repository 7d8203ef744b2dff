import Graft

@Extensible @OperatorDefaults
protocol Greeter {
  func greet() -> String
}
