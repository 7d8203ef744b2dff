public import Graft

@Extensible
public protocol Greeter {
  func part() -> String
  func greet() -> String
}
