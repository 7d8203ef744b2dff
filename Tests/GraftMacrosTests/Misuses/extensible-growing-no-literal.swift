import Graft

let grows = true

@Extensible(growing: grows)
public protocol Greeter {
  func greet() -> String
}
