// SPDX-License-Identifier: Apache-2.0

public import Graft

@Default
extension Speaker where Self: Graft::AuthorDefault {
  public func plain(_ text: String) -> String { "D[\(number)](\(text))" }

  public func failing(_ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("D:" + text) }
    return "D[\(number)](\(text))"
  }

  public func typed(_ text: String) throws(Refusal) -> String {
    if text.hasPrefix("!") { throw Refusal("D:" + text) }
    return "D[\(number)](\(text))"
  }

  public func later(_ text: String) async -> String { "D[\(number)](\(text))" }

  public func laterFailing(_ text: String) async throws -> String {
    if text.hasPrefix("!") { throw Refusal("D:" + text) }
    return "D[\(number)](\(text))"
  }

  public mutating func change(_ text: String) -> String {
    count += 1
    return "D[\(number)](\(text))"
  }

  public mutating func changeFailing(_ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("D:" + text) }
    count += 1
    return "D[\(number)](\(text))"
  }

  public static func kind(_ text: String) -> String { "D[-](\(text))" }

  public var title: String {
    get { "D[\(number)]()" }
    set { Trace.note("D[\(number)](\(newValue));") }
  }

  public subscript(item text: String) -> String {
    get { "D[\(number)](\(text))" }
    set { Trace.note("D[\(number)](\(newValue),\(text));") }
  }

  public func fill(_ text: inout String) -> String {
    text += "d"
    return "D[\(number)]"
  }

  public func apply(_ body: (String) -> String) -> String { "D[\(number)](\(body("d")))" }

  public func several(_ text: String, _ number: Int, _ last: String) -> String {
    "D[\(self.number)](\(text),\(number),\(last))"
  }
}

@Default
extension Speaker where Self: RandomProtocols::Aged, Self: Graft::AuthorDefault {
  public func plain(_ text: String) -> String { "E[\(number)](\(text))" }

  public mutating func change(_ text: String) -> String {
    count += 1
    return "E[\(number)](\(text))"
  }

  public func fill(_ text: inout String) -> String {
    text += "e"
    return "E[\(number)]"
  }
}
