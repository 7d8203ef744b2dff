typealias SharedNamed = Named & Sendable

@Extension
final class Greeting<Subject: Greeter & SharedNamed>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
