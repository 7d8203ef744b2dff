@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  var count: Int = 0 {
    didSet { print(count) }
  }

  override func greet(_ subject: Subject) -> String { "Hello" }
}
