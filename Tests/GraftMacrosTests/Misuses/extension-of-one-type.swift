@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> where Subject == Dog {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }
}
