// SPDX-License-Identifier: Apache-2.0

public import Graft

@globalActor
public actor Stage {
  public static let shared = Stage()
}

/// Isolated, refined, nested and restricted protocols.
@Stage
@Extensible
public protocol Played {
  func play() -> Int
  nonisolated func name() -> String
}

@preconcurrency @MainActor
@Extensible
public protocol Shown {
  func show() -> Int
}

@Extensible
public protocol Account: Actor {
  func balance(_ x: Int) async throws -> Int
  var limit: Int { get }
  nonisolated var name: String { get }
  static func kind() -> Int
  subscript(_ x: Int) -> Int { get }
}

public protocol Container {
  associatedtype Element
  func contents() -> [Element]
}

@Extensible
public protocol Searched: Container {
  func first() -> Self.Element?
}

@Extensible
public protocol Sorted: Searched {
  func last() -> Self.Element?
}

@Extensible
public protocol Shared where Self: AnyObject & Sendable {
  var number: Int { get set }
}

@Extensible
public protocol Token: Sendable & ~Copyable {
  init(number: Int)
  var value: Int { get }
  func matches(_ other: borrowing Self, _ offset: borrowing Int) -> Bool
  consuming func close() -> Int
}

public struct Outer: Sendable {
  public enum Inner: Sendable {
    @Extensible
    public protocol Nested {
      func nested() -> Int
    }
  }
}

extension Outer {
  @Extensible
  public protocol Added {
    func added() -> Int
  }

  @Extensible
  fileprivate protocol Hidden {
    func hidden() -> Int
  }
}

@Extensible
package protocol Packaged {
  func packaged() -> Int
}

@Extension
fileprivate final class HiddenDefault<Subject: Outer.Hidden>: Outer.HiddenExtension<Subject> {
  override func hidden(_ subject: Subject) -> Int { 17 }
}

private struct Hiding: Outer.Hidden {}
public func hidden() -> Int { Hiding().hidden() }

@Extensible
@available(*, deprecated)
public protocol Deprecated {
  func old() -> Int
}
