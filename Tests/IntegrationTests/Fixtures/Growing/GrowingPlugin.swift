import Graft
import GrowingAPI

@Extension
final class Plug<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ coin: Coin) -> String { "plug" }
}

@Plugin(name: "Growing", version: "1.0", needs: ["api": "1.1"])
enum Growing {}
