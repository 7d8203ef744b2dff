@Extensible
protocol Handler {
  func load() -> Int
  func load() async -> String
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func load() async -> String { "" }
}
