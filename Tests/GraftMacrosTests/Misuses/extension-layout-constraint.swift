// swift-format-ignore
@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject>
where Subject: _Trivial {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
