public import Graft

@Extensible
public protocol Emitted {
  func emit() -> Int
}

@Plugin(name: "Emitted", version: "1")
public enum EmittedPlugin {}
