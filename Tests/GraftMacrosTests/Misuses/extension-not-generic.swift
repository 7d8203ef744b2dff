@Extension
final class Greeting: GreeterExtension<Dog> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
