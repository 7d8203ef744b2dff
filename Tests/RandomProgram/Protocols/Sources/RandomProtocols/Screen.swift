// SPDX-License-Identifier: Apache-2.0

public import Graft

/// Requirements of the main actor, and one of nobody's.
@MainActor
@Extensible
public protocol Screen {
  @Required nonisolated var number: Int { get }
  @Required var count: Int { get set }

  func plain(_ text: String) -> String
  func failing(_ text: String) throws -> String
  func later(_ text: String) async -> String
  mutating func change(_ text: String) -> String
  var title: String { get set }
  nonisolated func label(_ text: String) -> String
}

@Default
extension Screen where Self: Graft::AuthorDefault {
  public func plain(_ text: String) -> String { "D[\(number)](\(text))" }

  public func failing(_ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("D:" + text) }
    return "D[\(number)](\(text))"
  }

  public func later(_ text: String) async -> String { "D[\(number)](\(text))" }

  public mutating func change(_ text: String) -> String {
    count += 1
    return "D[\(number)](\(text))"
  }

  public var title: String {
    get { "D[\(number)]()" }
    set { Trace.note("D[\(number)](\(newValue));") }
  }

  public nonisolated func label(_ text: String) -> String { "D[\(number)](\(text))" }
}
