public import Graft

@Extensible
public protocol Greeter {
  func greet() -> String
  func part() -> String
}
