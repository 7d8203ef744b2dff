// SPDX-License-Identifier: Apache-2.0

public import BenchmarkProtocols
public import GraftCourier

/// A protocol whose courier takes the forwarding of `Heard` from another
/// module.
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

/// Listeners whose types the caller does not know.
public func listeners(_ count: Int) -> [any Reported & Seen] {
  (0..<count).map { _ in Listener() }
}
