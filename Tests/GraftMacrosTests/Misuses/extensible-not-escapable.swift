@Extensible
public protocol Greeter: ~Copyable, ~Escapable {
  func greet()
}
