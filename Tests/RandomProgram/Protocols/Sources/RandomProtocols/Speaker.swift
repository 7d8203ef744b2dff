// SPDX-License-Identifier: Apache-2.0

public import Graft

/// Requirements of every kind that each scope of advice can advise.
@Extensible
public protocol Speaker {
  /// Says in results which subject was handed on.
  @Required var number: Int { get }
  /// How often a mutating implementation has run.
  @Required var count: Int { get set }

  func plain(_ text: String) -> String
  func failing(_ text: String) throws -> String
  func typed(_ text: String) throws(Refusal) -> String
  func later(_ text: String) async -> String
  func laterFailing(_ text: String) async throws -> String
  mutating func change(_ text: String) -> String
  mutating func changeFailing(_ text: String) throws -> String
  static func kind(_ text: String) -> String
  var title: String { get set }
  subscript(item text: String) -> String { get set }
  func fill(_ text: inout String) -> String
  func apply(_ body: (String) -> String) -> String
  func several(_ text: String, _ number: Int, _ last: String) -> String
}

open class Animal: Speaker {
  public let number: Int
  public var count = 0

  public init(number: Int) { self.number = number }
}

/// What the initialisers of subjects have in common.
public protocol Numbered {
  init(number: Int)
}
