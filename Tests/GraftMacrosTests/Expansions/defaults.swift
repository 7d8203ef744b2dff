import Graft

@Extensible
public protocol Handler {
  associatedtype Item
  func flush()
  func log(_ item: Item, level: Int) async throws -> [Item]
  mutating func rename(to name: String)
  static var kind: String { get }
  var mood: Int { get set }
  subscript(index: Int) -> Item? { get }
  init(level: Int)
  func count<Items: Sequence>(_ items: Items) -> Int where Items.Element == Item
}

public protocol Named {
  var name: String { get }
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  public func flush() { helper() }
  public func log(_ item: Item, level: Int) async -> [Item] { [item] }
  public mutating func rename(to name: String) {}
  public static var kind: String { "any" }
  public var mood: Int {
    get { 1 }
    set {}
  }
  public subscript(index: Int) -> Item? { nil }
  public init(level: Int) { fatalError() }
  private func helper() {}
}

@Default
extension Handler where Self: Module::Named, Self: Graft::AuthorDefault, Self.Item == Swift::Int {
  public func flush() {}
}
