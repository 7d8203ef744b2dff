@Default
extension Handler where Self: Graft::Default {
  #if DEBUG
    func flush() {}
  #endif
}
