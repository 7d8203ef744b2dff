@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  #if DEBUG
    override func farewell(_ subject: Subject) {}
  #endif

  override func greet(_ subject: Subject) -> String { "Hello" }
}
