import Graft

@Extensible
protocol Saved {
  @Required func willSave()
}

@Default
extension Saved where Self: Graft::AuthorDefault {
  func willSave() {}
}
