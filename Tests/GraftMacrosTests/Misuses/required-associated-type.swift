@Extensible
public protocol Greeter {
  @Required associatedtype Item
  func greet()
}
