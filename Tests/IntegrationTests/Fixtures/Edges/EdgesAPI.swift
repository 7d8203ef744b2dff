public import Graft

@Extensible
public protocol Greeter {
  func greet() -> String
  func title() -> String
}

/// All of it is on the main actor, one member excepted.
@MainActor
@Extensible
public protocol Panel {
  func show() -> String
  nonisolated func label() -> String
}

@Extensible
public protocol Pairing {
  func pair() -> String
}

public protocol Named {
  var name: String { get }
}

public protocol Looping {
  init()
}

public protocol Endless {}

/// Requires nothing.
public protocol Mark {}

/// Conforms to `Greeter` in two plug-ins.
public struct Wolf {
  public init() {}
}
