// SPDX-License-Identifier: Apache-2.0

public import Graft

/// Requirements of objects. A parameter of type `Self` has a call go by the type that the
/// compiler sees.
@Extensible
public protocol Handle: AnyObject {
  @Required var number: Int { get }

  func plain(_ text: String) -> String
  func failing(_ text: String) throws -> String
  func later(_ text: String) async -> String
  var title: String { get set }
  func with(_ other: Self, _ text: String) -> String
}

@Default
extension Handle where Self: Swift::AnyObject, Self: Graft::AuthorDefault {
  public func plain(_ text: String) -> String { "D[\(number)](\(text))" }

  public func failing(_ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("D:" + text) }
    return "D[\(number)](\(text))"
  }

  public func later(_ text: String) async -> String { "D[\(number)](\(text))" }

  public var title: String {
    get { "D[\(number)]()" }
    set { Trace.note("D[\(number)](\(newValue));") }
  }

  public func with(_ other: Self, _ text: String) -> String {
    "D[\(number)](\(text),\(other.number))"
  }
}

open class Grip: Handle {
  public let number: Int

  public init(number: Int) { self.number = number }
}
