import Graft
import SubjectsAPI

@Extension
final class Plain<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }
  override func farewell(_ subject: Subject) async -> String { "Goodbye" }
  override func motto(_ subject: Subject.Type) -> String { "\(subject) serves" }
}

@Extension
final class WithName<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    super.greet(subject, other) + ", I am \(subject.name)"
  }
  override func farewell(_ subject: Subject) async -> String {
    await super.farewell(subject) + " from \(subject.name)"
  }
}

@Extension
final class OfAnimal<Subject: Animal>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    "*sniffs* " + super.greet(subject, other)
  }
}

@Extension
final class OfNamedAnimal<Subject: Animal & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    "*nods* " + super.greet(subject, other)
  }
}

@Extension
final class OfBound<Subject: Bound>: BoundExtension<Subject> {
  override func tie(_ subject: Subject) -> String { "ties" }
  override func sibling(_ subject: Subject, _ other: Subject) -> String {
    "\(type(of: subject)) and \(type(of: other)) as \(Subject.self)"
  }
}

@Extension
final class OfNamedBound<Subject: Bound & Named>: BoundExtension<Subject> {
  override func tie(_ subject: Subject) -> String {
    super.tie(subject) + " with \(subject.name)"
  }
}
