@Extension
final class Greeting<Subject: Greeter & Sendable>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
