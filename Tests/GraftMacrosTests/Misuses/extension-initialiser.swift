@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  required init(_ successors: LinkSuccessors) { super.init(successors) }

  override func greet(_ subject: Subject) -> String { "Hello" }
}
