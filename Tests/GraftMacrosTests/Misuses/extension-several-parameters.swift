@Extension
final class Greeting<Subject: Greeter, Other>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
