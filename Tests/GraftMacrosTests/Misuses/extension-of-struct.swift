@Extension
struct Greeting<Subject: Greeter> {
  func greet(_ subject: Subject) -> String { "Hello" }
}
