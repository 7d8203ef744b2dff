@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  func greet(_ subject: Subject) -> String { "Hello" }
}
