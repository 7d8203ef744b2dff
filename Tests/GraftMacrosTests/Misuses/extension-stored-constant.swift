@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  let name: String

  override func greet(_ subject: Subject) -> String { "Hello" }
}
