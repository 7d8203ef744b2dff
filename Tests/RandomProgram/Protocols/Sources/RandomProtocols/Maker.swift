// SPDX-License-Identifier: Apache-2.0

public import Graft

/// An associated type as results show it.
public protocol Carrier: CustomStringConvertible {
  init(_ text: String)
  var text: String { get }
}

extension Carrier {
  public var description: String { text }
}

/// Condition of extensions on an associated type.
public protocol Sealed {}

/// Requirements with `Self` and an associated type, and an initialiser.
@Extensible
public protocol Maker {
  associatedtype Item: Carrier & Sendable
  @Required var number: Int { get }
  /// What an initialiser was told, and who answered it.
  @Required var note: String { get set }
  @Required init(number: Int)

  init(_ text: String)
  func hand(_ item: Item) -> Item
  func with(_ other: Self, _ text: String) -> String
  static func kind(_ text: String) -> String
  func plain(_ text: String) -> String
  func pass<Value: Carrier>(_ text: String, _ value: Value) -> Value
}

extension String: Carrier {
  public init(_ text: String) { self = text }
  public var text: String { self }
}

public struct Parcel: Carrier, Sealed, Equatable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }
}

/// A value of as many types as are asked for.
public struct Wrapped<Inner: Carrier>: Carrier {
  public let inner: Inner
  public var text: String { inner.text }

  public init(_ text: String) { inner = Inner(text) }
}
