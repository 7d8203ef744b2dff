// SPDX-License-Identifier: Apache-2.0

public import BenchmarkProtocols
public import GraftCourier

/// Its courier gets the forwarding of `Heard` from the module of `Heard`.
@Courier
public protocol Reported: Heard {
  func reported(_ number: Int) -> Int
}

public final class Listener: Reported, Seen {
  public init() {}

  @inline(never) public func heard(_ number: Int) -> Int { number &+ 1 }
  @inline(never) public func seen(_ number: Int) -> Int { number &+ 1 }
  @inline(never) public func reported(_ number: Int) -> Int { number &+ 1 }
}

/// As many that nobody knows the types of.
public func listeners(_ count: Int) -> [any Reported & Seen] {
  (0..<count).map { _ in Listener() }
}
