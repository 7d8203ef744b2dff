protocol Handler { func flush() }

@Default
extension Handler where Self: Graft::Default {
  func flush() {}
}
