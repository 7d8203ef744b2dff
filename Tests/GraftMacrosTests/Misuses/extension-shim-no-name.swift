@Extension(shim: "not a name")
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
