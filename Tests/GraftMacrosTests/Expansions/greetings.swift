import Graft

@Extensible
protocol Greeter {
  func greet(_ other: String) -> String
  func greet(_ others: [String], loudly: Bool) throws -> String
  func farewell(_ other: String) async throws -> String
  static func motto() -> String
  var mood: Int { get set }
  subscript(other: String) -> Int { get }
}

protocol Named {
  var name: String { get }
}

@Extension
final class PlainGreeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }
}

@Extension
final class NamedGreeting<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    super.greet(subject, other) + ", I am \(subject.name)"
  }
}

struct Guest: Greeter, Named {
  var name = "Ann"
}

func callGuest() -> String { Guest().greet("Bob") }
