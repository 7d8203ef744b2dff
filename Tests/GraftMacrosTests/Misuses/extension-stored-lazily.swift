@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  lazy var name = "Rex"

  override func greet(_ subject: Subject) -> String { "Hello" }
}
