import Graft

let isOrdered = true

@Extensible(operators: isOrdered)
protocol Ordered {
  static func < (first: Self, second: Self) -> Bool
}
