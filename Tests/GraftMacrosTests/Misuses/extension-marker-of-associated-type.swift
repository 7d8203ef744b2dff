@Extension
final class Greeting<Guest: Greeter>: GreeterExtension<Guest>
where Guest.Item: Hashable & SendableMetatype {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
