@Extension
final class Greeting<Subject>: Service {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
