public import Graft

@Extensible
public protocol Greeter {
  func greet(_ other: String) -> String
  func leave()
  static func motto() -> String
}

public protocol Named {}

@Extension
final class Plain<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { other }
}

@Extension(priority: -3)
final class All<Subject: Greeter & Named>: GreeterExtension<Subject>
where Subject: Collection<Int> {
  override class func applies(to subject: Subject.Type) -> Bool { true }
  override func leave(_ subject: Subject) {}
  override func motto(_ subject: Subject.Type) -> String { "Grüß Gott" }
}

@Extension
final class Grüße<Subject: Greeter>: GreeterExtension<Subject>
where Subject: Sequence, Subject.Element == [String: Int] {
  override func greet(_ subject: Subject, _ other: String) -> String { other }
}
