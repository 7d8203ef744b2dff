import Graft
import HostAPI

@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "hello" }
  override func part(_ subject: Subject) -> String { super.part(subject) }
}
