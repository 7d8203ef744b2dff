// As much of Graft as files show of it, without Swift's library: for machines for which the
// toolchain has none. `names.c` has the record of the protocol.

public protocol ExtensionBase { associatedtype _Support }

public protocol Greeter {
  func greet()
  func farewell()
}

extension Greeter {
  public func greet() {}
  public func farewell() {}
}

public protocol Named {}
public protocol Aged {}
public protocol Host: Greeter {}
public protocol Holder { associatedtype Item }

public enum _GraftGreeter {
  case greet, farewell
}

open class GreeterExtension<Subject: Greeter>: ExtensionBase {
  public typealias _Support = _GraftGreeter

  public init() {}
}
