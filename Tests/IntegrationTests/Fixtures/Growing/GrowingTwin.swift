import Graft
import GrowingAPI

/// A class of the plug-in's name, in another module.
@Extension(priority: 1)
final class Plug<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ coin: Coin) -> String { "twin" }
}
