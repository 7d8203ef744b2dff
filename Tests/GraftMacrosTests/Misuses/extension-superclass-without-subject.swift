@Extension
final class Greeting<Subject: Outer.Greeter>: Outer.GreeterExtension {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
