@Extension
final class Greeting<Subject: Greeter>: Service<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
