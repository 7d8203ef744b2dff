@Default
extension Handler where Self: Graft::AuthorDefault {
  private func helper() {}
}
