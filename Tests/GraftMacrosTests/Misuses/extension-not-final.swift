@Extension
class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
