// As much of Graft as its files show of it, with a protocol whose defaults say so.

public protocol ExtensionBase { associatedtype _Support }

public protocol Near {
  associatedtype Item = Int
  func plain() -> String
  func throwing() throws -> String
  func waiting() async -> String
  func two(_ one: Int) -> String
  func two(_ one: String) -> String
  func generic<T: Hashable, U>(_ one: T, _ other: U) -> String where U: Sequence, U.Element == T
  func item() -> [Item]?
  func same(_ other: Self) -> String
  func closure(_ body: () -> Int) -> String
  func größe() -> String
  var mood: String { get }
  subscript(index: Int) -> String { get }
  static func motto() -> String
  static func <= (one: Self, other: Self) -> Bool
}

extension Near {
  public func plain() -> String { "" }
  public func throwing() throws -> String { "" }
  public func waiting() async -> String { "" }
  public func two(_ one: Int) -> String { "" }
  public func two(_ one: String) -> String { "" }
  public func generic<T: Hashable, U>(_ one: T, _ other: U) -> String
  where U: Sequence, U.Element == T { "" }
  public func item() -> [Item]? { nil }
  public func same(_ other: Self) -> String { "" }
  public func closure(_ body: () -> Int) -> String { "" }
  public func größe() -> String { "" }
  public var mood: String { "" }
  public subscript(index: Int) -> String { "" }
  public static func motto() -> String { "" }
  public static func <= (one: Self, other: Self) -> Bool { false }
}

public enum _GraftNear {
  case plain
}

open class NearExtension<Subject: Near>: ExtensionBase {
  public typealias _Support = _GraftNear

  public init() {}
}
