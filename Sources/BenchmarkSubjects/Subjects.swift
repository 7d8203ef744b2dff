// SPDX-License-Identifier: Apache-2.0

public import BenchmarkProtocols

public struct Pebble: Sendable, Native, Grafted {
  public var weight = 1

  public init() {}

  @inline(never) public func native(_ number: Int) -> Int { number &+ 1 }
}

/// A type as large as `Pebble`; its numbers differ so that the optimiser does
/// not merge their code.
public struct Marble: Sendable, Native, Grafted {
  public var weight = 2

  public init() {}

  @inline(never) public func native(_ number: Int) -> Int { number &+ 2 }
}

public enum Coin: Sendable, Native, Grafted {
  case heads, tails

  @inline(never) public func native(_ number: Int) -> Int { number &+ 1 }
}

open class Animal: @unchecked Sendable, Native, Grafted {
  public init() {}

  open func native(_ number: Int) -> Int { number &+ 1 }
}

public final class Cat: Animal, @unchecked Sendable {
  public override func native(_ number: Int) -> Int { number &+ 2 }
}

open class Machine: @unchecked Sendable, NativeObject, GraftedObject {
  public init() {}

  open func nativeObject(_ number: Int) -> Int { number &+ 1 }
}

public final class Clock: Machine, @unchecked Sendable {
  public override func nativeObject(_ number: Int) -> Int { number &+ 2 }
}

public final class Lamp: Sendable, NativeObject, GraftedObject {
  public init() {}

  @inline(never) public func nativeObject(_ number: Int) -> Int { number &+ 1 }
}

public struct Bead: Sendable, Chained, NativeEffects, GraftedEffects {
  public init() {}

  public func nativeLater(_ number: Int) async -> Int { number &+ 1 }
  public func nativeOrRefuse(_ number: Int) throws(Refusal) -> Int { number &+ 1 }
}

/// The subjects in an array, so that no caller knows their types.
public let subjects: [any Native & Grafted & Sendable] = [Pebble(), Coin.tails, Cat()]
public let objects: [any NativeObject & GraftedObject & Sendable] = [Clock(), Lamp()]
public let beads: [any Chained & NativeEffects & GraftedEffects & Sendable] = [Bead()]

/// A type whose body is so small that the compiler inlines it into the witness.
public struct Folded: Sendable, Native {
  public init() {}

  public func native(_ number: Int) -> Int { number &+ 1 }
}

public let pebblesThatFold: [any Native & Sendable] = [Folded()]
