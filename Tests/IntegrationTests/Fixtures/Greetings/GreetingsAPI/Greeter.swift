public import Graft

/// What a guest can be asked for. None of it has to be implemented by the guest.
@Extensible
public protocol Greeter {
  func greet(_ other: String) -> String
  func farewell(_ other: String) async throws -> String
  static func motto() -> String
}

public protocol Named {
  var name: String { get }
}

/// A refinement: its extensions come before those of `Greeter`.
public protocol Host: Greeter {}

/// A class that other modules subclass.
open class Animal: Greeter {
  public init() {}
}
