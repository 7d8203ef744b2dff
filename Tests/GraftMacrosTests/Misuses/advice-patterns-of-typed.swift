import Graft

@Advice(protocols: "Greeter")
final class Guard<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "" }
}
