import Graft
import GreetingsAPI

/// For hosts, a protocol that refines `Greeter`.
final class HostGreeting<Subject: Host>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    "Welcome, \(other)! " + super.greet(subject, other)
  }
}

/// For animals, a class.
final class AnimalGreeting<Subject: Animal>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "*sniffs at \(other)*" }
}

// What `@Extension` would write beside the records, which come from
// `TraditionsShim/records.c`: makers that exist under the constraints only, and
// accessors that C can name.

private enum HostGreetingMaker<Subject> {}

extension HostGreetingMaker: ExtensionMaker where Subject: Host {
  static var base: any ExtensionBase.Type { GreeterExtension<Subject>.self }
  static var constraints: [ExtensionConstraint] {
    [ExtensionConstraint("Subject", conformsTo: (any Host & Sendable).self)]
  }
  static func makeLink(_ seat: LinkSeat) -> ExtensionLink { HostGreeting<Subject>(seat) }
}

@c(traditions_host_greeting)
public func hostGreeting(
  _ request: UnsafePointer<graft_request>
) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func makers<Subject>(_: Subject.Type) -> [Any.Type] { [HostGreetingMaker<Subject>.self] }
  return ExtensionAccessor.answer(
    request, extending: _GraftGreeter.description, compiledShape: _GraftGreeter.shape,
    makers(ExtensionAccessor.subject(of: request)))
}

private enum AnimalGreetingMaker<Subject> {}

extension AnimalGreetingMaker: ExtensionMaker where Subject: Animal {
  static var base: any ExtensionBase.Type { GreeterExtension<Subject>.self }
  static var constraints: [ExtensionConstraint] {
    [ExtensionConstraint("Subject", conformsTo: Animal.self)]
  }
  static func makeLink(_ seat: LinkSeat) -> ExtensionLink { AnimalGreeting<Subject>(seat) }
}

@c(traditions_animal_greeting)
public func animalGreeting(
  _ request: UnsafePointer<graft_request>
) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func makers<Subject>(_: Subject.Type) -> [Any.Type] { [AnimalGreetingMaker<Subject>.self] }
  return ExtensionAccessor.answer(
    request, extending: _GraftGreeter.description, compiledShape: _GraftGreeter.shape,
    makers(ExtensionAccessor.subject(of: request)))
}
