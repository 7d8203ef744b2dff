@Extension(priority: -1, typed: isTyped)
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
