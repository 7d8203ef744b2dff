@Extensible
public protocol Greeter {
  associatedtype Item
  @Required func greet()
}
