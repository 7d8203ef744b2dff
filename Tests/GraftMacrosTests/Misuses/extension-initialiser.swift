@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  required init(_ seat: LinkSeat) { super.init(seat) }

  override func greet(_ subject: Subject) -> String { "Hello" }
}
