import Graft

@Extensible @OperatorDefaults
protocol Basket {
  associatedtype Item
  func first<Items: Sequence>(of items: Items) throws -> Item? where Items.Element == Item
  func sum(_ values: Int..., factor: Int) async -> Int
  static prefix func - (basket: Self) -> Self
}

@Default
extension Basket where Self: Graft::AuthorDefault {
  @inlinable
  @RenamedDefault
  func first(of items: some Sequence<Item>) -> Item? {
    // The first of all.
    items.first { _ in true }
  }

  @RenamedDefault
  func sum(_ values: Int..., factor: Int) -> Int { values.reduce(0, +) * #function.count }
  @RenamedDefault
  static prefix func - (basket: Self) -> Self { print(#function); return basket }
}
