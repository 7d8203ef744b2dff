@Extension
final class Greeting<Subject: Greeter & ~Escapable>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
