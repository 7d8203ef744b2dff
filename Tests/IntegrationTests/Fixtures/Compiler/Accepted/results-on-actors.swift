// SPDX-License-Identifier: Apache-2.0
// Results that are not Sendable, of requirements of an actor that throw.
import Graft

public struct Contents {
  public var coins = 0
  public init() {}
}

@Extensible
public protocol Vault: Actor {
  func opened() throws -> Contents
  func found(_ name: String, _ count: Int) throws -> Contents?
  func address(_ contents: Contents) throws -> OpaquePointer
  var get: @convention(c) (Int) -> Int { get throws }
}
