public import Graft

@Extensible
public protocol Greeter {
  func greet(_ other: String) -> String
  func farewell() async -> String
  static func motto() -> String
}

public protocol Named {
  var name: String { get }
}

open class Animal: Greeter {
  public init() {}
}
