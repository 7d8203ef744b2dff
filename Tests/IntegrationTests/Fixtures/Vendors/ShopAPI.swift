public import Graft

@Extensible
public protocol Article {
  func reduction() -> Int
}

public protocol Printed {}
public protocol Seasonal {}
