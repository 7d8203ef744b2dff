import Graft

@Extensible
public protocol Greeter {
  var name: String { get }
  func greet(_ other: String) -> String
  func wait() async throws -> Int
}

public protocol Tame {}

@Default
extension Greeter where Self: Graft::AuthorDefault {
  public var name: String { "somebody" }
  public func greet(_ other: String) -> String { "Hello, \(other)" }
  public func wait() async throws -> Int { 1 }
}

struct Dog: Greeter, Tame {}
final class Cat: Greeter {}

@Extension
final class TameGreeting<Subject: Greeter & Tame>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    super.greet(subject, other) + " from \(subject.name)"
  }
}

@Extension
final class CatName<Subject: Cat>: GreeterExtension<Subject> {
  override func name(_ subject: Subject) -> String { "Cat" }
}

@main struct Client {
  static func main() async throws {
    for greeter in [Dog(), Cat()] as [any Greeter] {
      print(greeter.name, greeter.greet("you"), try await greeter.wait(), separator: ", ")
    }
    print(ExtensionRegistry.isAvailable, ExtensionRegistry.diagnostics)
    do {
      _ = try ExtensionImage.load("/none.so")
    } catch {
      print(error)
    }
  }
}
