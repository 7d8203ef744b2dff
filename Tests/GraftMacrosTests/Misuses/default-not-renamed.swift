@Default
extension Handler where Self: Graft::AuthorDefault {
  func first<Item>(_ item: Item) -> Item { item }
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func sum(_ values: Int...) -> Int { 0 }
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  static func == (first: Self, second: Self) -> Bool { true }
}
