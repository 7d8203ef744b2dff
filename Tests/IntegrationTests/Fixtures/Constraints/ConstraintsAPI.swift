public import Graft

public protocol Box<Item> {
  associatedtype Item
  var item: Item { get }
}

/// Refines `Box` with the same primary associated type.
public protocol Crate<Item>: Box {}

public protocol Named {
  var name: String { get }
}

public protocol Aged {
  var age: Int { get }
}

/// Surrounds a protocol with the last name of another one.
public enum Space {
  public protocol Named {}
}

/// Has the name of a protocol of another module.
public protocol Marked {}

public protocol Bound: AnyObject {}

open class Furniture {
  public init() {}
}

open class Chair: Furniture {}

/// Each requirement has extensions under one kind of constraint.
@Extensible
public protocol Thing {
  func several() -> String
  func superclass() -> String
  func sameType() -> String
  func parameterised() -> String
  func associated() -> String
  func object() -> String
  func predicate() -> String
  func name() -> String
  func module() -> String
  func existential() -> String
  func path() -> String
}
