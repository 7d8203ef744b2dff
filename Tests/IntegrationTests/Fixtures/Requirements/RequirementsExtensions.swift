import Graft
import RequirementsAPI

@Extension
final class All<Subject: Walker>: WalkerExtension<Subject> {
  override func instance(_ subject: Subject, _ steps: Int) -> String { "instance \(steps)" }
  override func ofType(_ subject: Subject.Type, _ steps: Int) -> String { "type \(steps)" }
  override func throwing(_ subject: Subject, _ steps: Int) throws -> String {
    if steps > 9 { throw Fault.tooFar }
    return "throwing \(steps)"
  }
  override func typedThrowing(_ subject: Subject, _ steps: Int) throws(Fault) -> String {
    if steps > 9 { throw .tooFar }
    return "typed throwing \(steps)"
  }
  override func waiting(_ subject: Subject, _ steps: Int) async -> String {
    await Task.yield()
    return "waiting \(steps)"
  }
  override func waitingThrowing(_ subject: Subject, _ steps: Int) async throws -> String {
    await Task.yield()
    if steps > 9 { throw Fault.tooFar }
    return "waiting, throwing \(steps)"
  }
  override func mutate(_ subject: inout Subject, by steps: Int) -> String {
    let before = subject
    subject = before
    return "mutating \(steps)"
  }
  override func generic<Value>(_ subject: Subject, _ value: Value) -> String where Value: Hashable {
    "generic \(Set([value, value]).count)"
  }
  override func exchange(_ subject: Subject, _ value: inout Int) -> String {
    value += 1
    return "inout"
  }
  override func automatic(_ subject: Subject, _ value: @autoclosure () -> Int) -> String {
    "autoclosure \(value())"
  }
  override func calling(_ subject: Subject, _ body: (Int) -> Int) -> String { "calls \(body(1))" }
  override func escaping(_ subject: Subject, _ body: @escaping (Int) -> Int) -> () -> Int {
    { body(1) }
  }
  override func labelled(_ subject: Subject, from value: Int) -> String { "from \(value)" }
  override func labelled(_ subject: Subject, to value: Int) -> String { "to \(value)" }
  override func typed(_ subject: Subject, _ value: Int) -> String { "Int \(value)" }
  override func typed(_ subject: Subject, _ value: String) -> String { "String \(value)" }
  override func compared(_ subject: Subject, to other: Subject) -> String { "compared" }
  override func itself(_ subject: Subject) -> Subject { subject }
  override func item(_ subject: Subject, _ item: Subject.Item) -> [Subject.Item] { [item] }
  override func nothing(_ subject: Subject) { print("nothing") }
}

/// Above each of those, by `super`.
@Extension(typed: true)
final class Loud<Subject: Walker & Describable>: WalkerExtension<Subject> {
  override func instance(_ subject: Subject, _ steps: Int) -> String {
    loud(super.instance(subject, steps), subject)
  }
  override func ofType(_ subject: Subject.Type, _ steps: Int) -> String {
    "loud " + super.ofType(subject, steps)
  }
  override func throwing(_ subject: Subject, _ steps: Int) throws -> String {
    loud(try super.throwing(subject, steps), subject)
  }
  override func typedThrowing(_ subject: Subject, _ steps: Int) throws(Fault) -> String {
    loud(try super.typedThrowing(subject, steps), subject)
  }
  override func waiting(_ subject: Subject, _ steps: Int) async -> String {
    loud(await super.waiting(subject, steps), subject)
  }
  override func waitingThrowing(_ subject: Subject, _ steps: Int) async throws -> String {
    loud(try await super.waitingThrowing(subject, steps), subject)
  }
  override func mutate(_ subject: inout Subject, by steps: Int) -> String {
    loud(super.mutate(&subject, by: steps), subject)
  }
  override func generic<Value>(_ subject: Subject, _ value: Value) -> String where Value: Hashable {
    loud(super.generic(subject, value), subject)
  }
  override func exchange(_ subject: Subject, _ value: inout Int) -> String {
    loud(super.exchange(subject, &value), subject)
  }
  override func automatic(_ subject: Subject, _ value: @autoclosure () -> Int) -> String {
    loud(super.automatic(subject, value()), subject)
  }
  override func calling(_ subject: Subject, _ body: (Int) -> Int) -> String {
    loud(super.calling(subject, body), subject)
  }
  override func escaping(_ subject: Subject, _ body: @escaping (Int) -> Int) -> () -> Int {
    super.escaping(subject) { 100 * body($0) }
  }
  override func labelled(_ subject: Subject, to value: Int) -> String {
    loud(super.labelled(subject, to: value), subject)
  }
  override func typed(_ subject: Subject, _ value: String) -> String {
    loud(super.typed(subject, value), subject)
  }
  override func compared(_ subject: Subject, to other: Subject) -> String {
    loud(super.compared(subject, to: other), other)
  }
  override func item(_ subject: Subject, _ item: Subject.Item) -> [Subject.Item] {
    super.item(subject, item) + [item]
  }

  private func loud(_ text: String, _ subject: Subject) -> String {
    "\(text)! \(subject.description)"
  }
}
