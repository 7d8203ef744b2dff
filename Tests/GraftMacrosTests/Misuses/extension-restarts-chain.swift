@Extension
final class Circling<Subject: Greeter>: GreeterExtension<Subject> {
  // The arguments of the override, wherever it is called.
  override func greet(_ subject: Subject, _ other: String) -> String {
    if other.isEmpty { return "" }
    return subject.greet(other) + "!"
  }
  // Others, in any case.
  override func greet(_ subject: Subject, loudly name: String) -> String {
    let name = name.uppercased()
    return "\(name): " + subject.greet(loudly: name + "!")
  }
  override func title(_ subject: Subject) -> String { subject.title }
  override func rename(_ subject: inout Subject, to name: String) throws {
    try subject.rename(to: name.lowercased())
  }
  override func motto(_ subject: Subject.Type) -> String { Subject.motto() }
  override func `init`(_ subject: Subject.Type, _ size: Int) -> Subject { Subject(size) }
  override func `subscript`(_ subject: Subject, _ index: Int) -> Int { subject[index] }
  override func each(_ it: Subject, do body: () -> Void) { it.each { body() } }
}
