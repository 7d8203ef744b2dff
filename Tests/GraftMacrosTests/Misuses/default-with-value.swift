@Extensible
protocol Handler { func flush(after seconds: Int) }

@Default
extension Handler where Self: Graft::Default {
  func flush(after seconds: Int = 1) {}
}
