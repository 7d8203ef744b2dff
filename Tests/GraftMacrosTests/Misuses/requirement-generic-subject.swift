@Extensible
public protocol Greeter {
  func greet<Subject>(_ subject: Subject)
}
