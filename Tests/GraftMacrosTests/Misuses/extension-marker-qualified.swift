@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject>
where Subject: Swift.BitwiseCopyable {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
