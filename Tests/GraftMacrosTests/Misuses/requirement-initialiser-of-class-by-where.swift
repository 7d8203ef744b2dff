@Extensible
public protocol Greeter where Self: AnyObject {
  init(name: String)
}
