@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Dog> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
