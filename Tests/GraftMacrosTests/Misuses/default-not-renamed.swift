@Default
extension Handler where Self: Graft::Default {
  func first<Item>(_ item: Item) -> Item { item }
}

@Default
extension Handler where Self: Graft::Default {
  func sum(_ values: Int...) -> Int { 0 }
}

@Default
extension Handler where Self: Graft::Default {
  static func == (first: Self, second: Self) -> Bool { true }
}
