@Extensible
public protocol Greeter: AnyObject & Sendable {
  init(name: String)
}
