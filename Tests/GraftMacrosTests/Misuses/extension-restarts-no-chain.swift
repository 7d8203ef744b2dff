// What may end, or means something else, is no misuse.
@Extension
final class Ending<Subject: Greeter>: GreeterExtension<Subject> {
  override func count(_ subject: Subject, _ number: Int) -> Int {
    number == 0 ? 0 : subject.count(number - 1)
  }
  override func sum(_ subject: Subject, _ number: Int) -> Int {
    guard number > 0 else { return 0 }
    return number + subject.sum(number - 1)
  }
  override func walk(_ subject: Subject, _ steps: [Int]) -> Int {
    if let step = steps.first { step + subject.walk(Array(steps.dropFirst())) } else { 0 }
  }
  override func find(_ subject: Subject, _ name: String) throws -> Int {
    try check(name)
    return try subject.find(name + "!")
  }
  override func greet(_ subject: Subject, _ other: String) -> String {
    (subject).greet(other) + subject.greet(other, "!") + subject.greet(loudly: other)
      + other.greet(other)
  }
  override func greetAll(_ subject: Subject, _ others: [Subject]) -> [String] {
    others.flatMap { subject in subject.greetAll(others) }
  }
  override func title(_ subject: Subject) -> String {
    var subject = subject
    subject.title = "title"
    return super.title(subject)
  }
}

@Extension(typed: true)
final class Overloaded<Subject: Greeter>: GreeterExtension<Subject> {
  override func show(_ subject: Subject, _ number: Int) -> String { subject.show("\(number)") }
}
