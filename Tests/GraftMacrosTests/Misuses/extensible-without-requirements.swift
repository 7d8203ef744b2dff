@Extensible
public protocol Greeter {
  associatedtype Item
}
