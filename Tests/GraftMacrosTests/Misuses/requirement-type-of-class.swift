@Extensible
public protocol Greeter {
  func greet(_ others: [Requirement])
}
