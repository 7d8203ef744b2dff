@Default
extension Handler where Self: Graft::AuthorDefault {
  #if DEBUG
    func flush() {}
  #endif
}
