public import Graft

@Extensible
public protocol Greeter {
  func wave() -> String
  func greet() -> String
  func part() -> String
}
