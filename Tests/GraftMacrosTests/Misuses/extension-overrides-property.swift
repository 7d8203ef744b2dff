@Extension
final class Naming<Subject: Greeter>: GreeterExtension<Subject> {
  override var name: String { "Ann" }
}
