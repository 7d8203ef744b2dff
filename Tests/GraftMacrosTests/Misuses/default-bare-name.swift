@Default
extension Handler where Self: Graft::Default, Item == Swift::Int {
  func flush() {}
}

@Default
extension Handler where Self: Graft::Default, Self: Hashable {
  func flush() {}
}

@Default
extension Handler where Self: Graft::Default, Self: Named {
  func flush() {}
}
