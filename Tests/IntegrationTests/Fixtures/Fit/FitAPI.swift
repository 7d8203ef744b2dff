public import Graft

public protocol Loud {}
public protocol Quiet {}
public protocol Left {}
public protocol Right {}

#if INSERTED
  @Extensible
  public protocol Speaker {
    func speak() -> String
    func whisper() -> String
    func ask() -> String
  }
#elseif REORDERED
  @Extensible
  public protocol Speaker {
    func ask() -> String
    func speak() -> String
  }
#elseif CHANGED
  @Extensible
  public protocol Speaker {
    func speak() -> String
    func ask(twice: Bool) -> String
  }
#elseif REMOVED
  @Extensible
  public protocol Speaker {
    func speak() -> String
  }
#elseif INHERITED
  @Extensible
  public protocol Speaker: Sendable {
    func speak() -> String
    func ask() -> String
  }
#else
  @Extensible
  public protocol Speaker {
    func speak() -> String
    func ask() -> String
  }
#endif

// The same in all versions.
@Extensible
public protocol Listener {
  func listen() -> String
}

public struct Dog: Speaker, Listener, Loud, Quiet {
  public init() {}
}
public struct Pair<Value>: Speaker, Left, Right {}
public struct Cat: Speaker, Listener, Quiet {
  public init() {}
  public func speak() -> String { "meow" }
}
