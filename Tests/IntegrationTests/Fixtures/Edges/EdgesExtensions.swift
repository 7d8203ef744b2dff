public import EdgesAPI
import Graft

@Extension
final class Plain<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "plain" }
  override func title(_ subject: Subject) -> String { "nobody" }
}

@Extension
final class OfNamed<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "I am \(subject.name)" }
}

@Extension
final class PlainPanel<Subject: Panel>: PanelExtension<Subject> {
  override func show(_ subject: Subject) -> String { "plain" }
  override func label(_ subject: Subject) -> String { "plain" }
}

@Extension
final class NamedPanel<Subject: Panel & Named>: PanelExtension<Subject> {
  override func show(_ subject: Subject) -> String { "panel \(subject.name)" }
  override func label(_ subject: Subject) -> String { "label \(subject.name)" }
}

/// Its predicate calls the protocol that it extends.
@Extension
final class Recursive<Subject: Greeter & Looping>: GreeterExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { subject.init().title() != "" }
  override func greet(_ subject: Subject) -> String { "recursive" }
}

/// Its constant calls what it is advice for.
@Advice(protocols: "Greeter", requirements: "title()", subjects: "*.Knot")
final class Constant: PointcutAdvice {
  let title = Knot().title()
  override func before(_ call: AdvisedCall) { print("before", title) }
}

public struct Knot: Greeter, Sendable {
  public init() {}
}

/// Calls the subject, where it means the next link.
@Extension
final class Circling<Subject: Greeter & Endless>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { (subject).greet() + "!" }
}

@Extension
final class OfMark<Subject: Greeter & Mark>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "marked" }
}

// Neither comes first.

@Extension
final class One<Subject: Pairing>: PairingExtension<Subject> {
  override func pair(_ subject: Subject) -> String { "one" }
}

@Extension
final class Two<Subject: Pairing>: PairingExtension<Subject> {
  override func pair(_ subject: Subject) -> String { "two" }
}

// Patterns that meet nothing, and one that does.

@Advice(protocols: "Greter", requirements: "*")
final class OfNoProtocol: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}

@Advice(protocols: "Greeter", requirements: "greet")
final class OfNoRequirement: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}

@Advice(protocols: "Greeter", requirements: "greet()", subjects: "edges.Halve")
final class OfNoSubject: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}

@Advice(protocols: "*", requirements: "title()", subjects: "*.Wrapper<*>")
final class OfGeneric: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}
