@Extension
final class Greeting<Subject: Greeter & Named> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
