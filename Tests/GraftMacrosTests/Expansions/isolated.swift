import Graft

@MainActor
@Extensible
fileprivate protocol Panel {
  func show()
  nonisolated func label() -> String
}

@Extensible
fileprivate protocol Counter: Actor {
  func increment() -> Int
}
