// As much of Graft as its files show of it: a base class, the requirements of its protocol,
// and their names.

public protocol ExtensionBase { associatedtype _Support }

public protocol Greeter {
  func greet(_ other: String) -> String
  func farewell(_ other: String) -> String
  static func motto() -> String
}

extension Greeter {
  public func greet(_ other: String) -> String { "" }
  public func farewell(_ other: String) -> String { "" }
  public static func motto() -> String { "" }
}

public protocol Named {}
public protocol Aged {}
public protocol Host: Greeter {}
public protocol Holder { associatedtype Item }

public enum _GraftGreeter {
  case greet, farewell, motto
  case _none(Void)

  public static var requirements: StaticString { "greet(_:)\nfarewell(_:)\nstatic motto()" }
}

open class GreeterExtension<Subject: Greeter>: ExtensionBase {
  public typealias _Support = _GraftGreeter

  public init() {}
}
