import Graft
import SubjectsAPI

@Extension(priority: 10)
final class Holiday<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    super.greet(subject, other) + ". Happy holidays!"
  }
}
