@Default
extension Handler where Self: Graft::Default {
  private func helper() {}
}
