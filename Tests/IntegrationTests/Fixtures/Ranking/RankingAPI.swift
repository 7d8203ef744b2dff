public import Graft

@Extensible
public protocol Ranked {
  func priority() -> String
  func refined() -> String
  func specific() -> String
  func conflict() -> String
  func nothingBelow() -> String
  func nobody(_ number: Int) -> String
}

public protocol Red {}
public protocol Round {}
public protocol Ripe: Red {}

/// Refines the extended protocol.
public protocol Fruit: Ranked {}
