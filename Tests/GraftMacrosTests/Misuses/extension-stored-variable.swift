@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  private var count = 0

  override func greet(_ subject: Subject) -> String { "Hello" }
}
