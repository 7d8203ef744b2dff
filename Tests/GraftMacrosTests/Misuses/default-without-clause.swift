@Default
extension Handler {
  func flush() {}
}

@Default
extension Handler where Self: Named {
  func flush() {}
}

@Default
extension Handler where Self: Default {
  func flush() {}
}
