@Extension(priority: 2_147_483_648)
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
