import Graft

@OperatorDefaults
protocol Added {
  static func + (first: Self, second: Self) -> Self
}
