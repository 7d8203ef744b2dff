// SPDX-License-Identifier: Apache-2.0

public import Graft

/// Requirements of what can't be copied.
@Extensible
public protocol Token: ~Copyable {
  @Required var number: Int { get }
  @Required var count: Int { get set }

  borrowing func plain(_ text: String) -> String
  borrowing func failing(_ text: String) throws -> String
  mutating func change(_ text: String) -> String
  consuming func close(_ text: String) -> String
  static func kind(_ text: String) -> String
}
