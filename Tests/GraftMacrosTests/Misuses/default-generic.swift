@Default
extension Handler where Self: Graft::Default {
  subscript<Key: Hashable>(key: Key) -> Int { 1 }
}
