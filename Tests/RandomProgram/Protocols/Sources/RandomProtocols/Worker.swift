// SPDX-License-Identifier: Apache-2.0

public import Graft

/// Requirements of actors, isolated and not.
@Extensible
public protocol Worker: Actor {
  @Required nonisolated var number: Int { get }

  func plain(_ text: String) -> String
  func failing(_ text: String) throws -> String
  func later(_ text: String) async -> String
  func laterFailing(_ text: String) async throws -> String
  var title: String { get }
  nonisolated func label(_ text: String) -> String
}
