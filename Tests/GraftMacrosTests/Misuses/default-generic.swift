@Default
extension Handler where Self: Graft::AuthorDefault {
  subscript<Key: Hashable>(key: Key) -> Int { 1 }
}
