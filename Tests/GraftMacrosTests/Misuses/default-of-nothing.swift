@Extensible
protocol Handler { func flush() }

@Default
extension Handler where Self: Graft::Default {
  func flush() {}
  func flush(all: Bool) {}
  var name: String { "handler" }
}
