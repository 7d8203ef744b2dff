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

/// For objects only: the class is one load away.
@Extensible
public protocol Bound: AnyObject {
  func tie() -> String
  func sibling(_ other: Self) -> String
}

open class Rope: Bound {
  public init() {}
}
