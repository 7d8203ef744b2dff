@Extensible
protocol Handler { func flush() }

@Default
extension Handler where Self: Graft::AuthorDefault {
  func flush() {}
  func flush(all: Bool) {}
  var name: String { "handler" }
}
