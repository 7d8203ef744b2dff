import Graft
import GreetingsAPI

/// The default: for every greeter.
@Extension
final class PlainGreeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }

  override func farewell(_ subject: Subject, _ other: String) async throws -> String {
    "Goodbye, \(other)"
  }

  override func motto(_ subject: Subject.Type) -> String { "\(subject): at your service" }
}

/// Constrained: only for greeters with a name. `super` is the next in line.
@Extension
final class NamedGreeting<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    super.greet(subject, other) + ", I am \(subject.name)"
  }
}
