@Extensible
protocol Greeter {
  func greet(_ name: String) -> Int
  func farewell()
}

@Extension
final class Polite<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ name: String) -> Int { count(subject) }
  func farwell(_ subject: Subject) {}
  func shout(_ subject: Subject) {}
  private func count(_ subject: Subject) -> Int { 1 }
}

@Extension
final class Elsewhere<Subject: Remote>: RemoteExtension<Subject> {
  override func run(_ subject: Subject) {}
  func stop(_ subject: Subject.Type, at time: Int) {}
}
