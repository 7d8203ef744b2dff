@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ other: String) -> String { "Hello, \(other)" }
}
