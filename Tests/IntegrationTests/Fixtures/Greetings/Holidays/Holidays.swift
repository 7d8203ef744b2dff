import Graft
import GreetingsAPI

/// For every greeter, but before all others.
@Extension(priority: 10)
final class HolidayGreeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    super.greet(subject, other) + ". Happy holidays!"
  }
}
