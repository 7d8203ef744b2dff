@Extensible
public protocol Greeter {
  func greet(_ others: [Requirement])
  func greet(_ link: _Link)
}
