@Extensible
protocol Handler {
  func flush()
  @Required func close(now: Bool)
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func flush() {}
  func close(now: Bool) {}
}
