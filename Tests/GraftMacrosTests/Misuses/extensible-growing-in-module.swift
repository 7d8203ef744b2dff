import Graft

@Extensible(growing: true)
protocol Greeter {
  func greet() -> String
}
