// SPDX-License-Identifier: Apache-2.0

public import Graft

public protocol Titled { var title: String { get } }

public struct Refusal: Error, CustomStringConvertible {
  let reason: String
  public init(reason: String) { self.reason = reason }
  public var description: String { reason }
}

/// Requirements whose calls differ in their types.
@Extensible
public protocol Echo {
  func same<Value>(_ value: Value) -> Value
  func later<Value>(_ value: Value) async -> Value
  func checked<Value>(_ value: Value) throws(Refusal) -> Value
  func pair<A, B>(_ a: A, with b: B) -> (A, B)
  func text(of value: some CustomStringConvertible) -> String
  func lookUp<Value>(_ key: String, as type: Value.Type) -> Value?
  func fill<Value>(_ value: inout Value, with other: Value, _ body: () -> Void)
  func lazily<Value>(_ value: @autoclosure () throws -> Value) rethrows -> Value
  func expression(_ count: Int, _ value: @autoclosure () throws -> Int) throws -> Int
  func nothing(_ nothing: Void)
}

/// Requirements whose only argument is an existential.
@Extensible
public protocol Existentials {
  func text(of value: any Titled) -> String
  func failed(_ error: any Error) -> String
  func hold(_ object: AnyObject) -> Bool
  func change(_ value: inout any Titled)
  func either(_ value: (any Titled)?) -> String
  func named(_ type: any Titled.Type) -> String
  mutating func add(_ value: any Titled)
  func lent(_ value: borrowing any Titled) -> String
  func later(_ value: any Titled) async -> String
  var last: any Titled { get nonmutating set }
  subscript(_ key: any Titled) -> String { get }
}

/// Requirements with names of generated code.
@Extensible
public protocol Names {
  static func _none() -> String
  func _Base() -> String
  func _Link(_ _Support: Int) -> String
  var _stored: String { get }
}

@Extensible
public protocol Disfavoured {
  @_disfavoredOverload func write() -> Int
}

open class Animal: @unchecked Sendable {
  public let name: String
  public init(_ name: String) { self.name = name }
}

@Extensible
public protocol Speaking: AnyObject {
  var name: String { get }
  func speak(_ times: Int) -> String
  func speakLater() async -> String
  var mood: String { get set }
  func copied() -> Self
  @MainActor func show(_ text: String) -> String
}
