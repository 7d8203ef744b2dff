public import Graft

@Extensible
public protocol Speaker {
  func speak() -> String
  func ask() -> String
}

// The host never calls it.
#if INSERTED
  @Extensible
  public protocol Idler {
    func inserted() -> String
    func idle() -> String
  }
#elseif REMOVED
  @Extensible
  public protocol Idler {
    func rest() -> String
  }
#else
  @Extensible
  public protocol Idler {
    func idle() -> String
  }
#endif

public protocol Loud {}
public protocol Quiet {}
public protocol Named {}

public struct Dog: Speaker, Loud, Quiet, Idler {
  public init() {}
}
public struct Cat: Speaker {
  public init() {}
}
