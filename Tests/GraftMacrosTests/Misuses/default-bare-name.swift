@Default
extension Handler where Self: Graft::AuthorDefault, Item == Swift::Int {
  func flush() {}
}

@Default
extension Handler where Self: Graft::AuthorDefault, Self: Hashable {
  func flush() {}
}

@Default
extension Handler where Self: Graft::AuthorDefault, Self: Named {
  func flush() {}
}
