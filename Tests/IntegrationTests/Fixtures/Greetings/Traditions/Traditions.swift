import Graft
import GreetingsAPI

// The records of these extensions are in C, in `TraditionsShim/shim.c`, which
// `swift package emit-shim --target Traditions --into TraditionsShim` writes. Here
// are the accessors that they name.

/// For hosts, a protocol that refines `Greeter`.
@Extension(shim: "traditions_host_greeting")
final class HostGreeting<Subject: Host>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    "Welcome, \(other)! " + super.greet(subject, other)
  }
}

/// For animals, a class.
@Extension(shim: "traditions_animal_greeting")
final class AnimalGreeting<Subject: Animal>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "*sniffs at \(other)*" }
}
