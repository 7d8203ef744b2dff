@Extensible
protocol Handler: ~Copyable { func flush() }

@Default
extension Handler where Self: Graft::AuthorDefault {
  func flush() {}
}
