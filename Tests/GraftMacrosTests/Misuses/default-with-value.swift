@Extensible
protocol Handler { func flush(after seconds: Int) }

@Default
extension Handler where Self: Graft::AuthorDefault {
  func flush(after seconds: Int = 1) {}
}
