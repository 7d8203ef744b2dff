@Extensible
protocol Handler {
  func flush()
  func pack<each Value>(_ values: repeat each Value)
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func flush() {}
}
