import Graft

// Another file's, of the same name.
private struct Twin: Near {
  func plain() -> String { "own" }
}

extension Bare {
  fileprivate func throwing() throws -> String { "file" }
}

func twins() async { await show(Twin()) }
