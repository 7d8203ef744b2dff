// As much of Graft as its files show of it: a base class and a protocol, of which graft.c has the
// record.

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
}

open class GreeterExtension<Subject: Greeter>: ExtensionBase {
  public typealias _Support = _GraftGreeter

  public init() {}
}
