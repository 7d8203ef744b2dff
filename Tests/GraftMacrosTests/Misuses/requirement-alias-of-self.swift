@Extensible
protocol Copied {
  typealias Copy = Self
  func copy() -> Copy?
}
