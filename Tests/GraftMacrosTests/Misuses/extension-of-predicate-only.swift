@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { false }
}
