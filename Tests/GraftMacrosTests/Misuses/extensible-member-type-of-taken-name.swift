@Extensible
protocol Greeter {
  associatedtype _JoinPoints
  func greet(_ others: [_JoinPoints])
}

@Extensible
protocol Visitor {
  typealias _Support = Int
  func visit(_ place: _Support)
}
