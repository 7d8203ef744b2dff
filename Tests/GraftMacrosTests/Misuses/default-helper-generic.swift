@Extensible
protocol Handler {
  func handle() -> Int
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func handle() -> Int { 1 }
  func first<Item>(_ item: Item) -> Item { item }
  func sum(_ values: Int..., from start: Int = 0) -> Int { start }
}
