// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

open class Dog: Animal, Named {}
public final class Puppy: Dog, Aged {}
open class Cat: Animal, Host {}
public final class Kitten: Cat, Named {}
public final class Fish: Animal {}

open class Root: Speaker, Aged {
  public let number: Int
  public var count = 0

  public init(number: Int) { self.number = number }
}

open class Stem<Value>: Root {
  public var value: Value?
}
public final class Leaf<Value>: Stem<Value>, Named {}
public final class Thorn: Root, Named, Host {}

/// Whose subclasses inherit a conformance of a generic class.
open class Shelf<Item>: Host {
  public let number: Int
  public var count = 0
  public var items: [Item] = []

  public init(number: Int) { self.number = number }
}

extension Shelf: Named where Item: Hashable {}
public final class Books: Shelf<String> {}
public final class Speakers: Shelf<any Speaker>, Aged {}
