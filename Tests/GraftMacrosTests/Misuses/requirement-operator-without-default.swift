import Graft

@Extensible
protocol Added {
  static func + (first: Self, second: Self) -> Self
  func total() -> Int
}
