@Extensible
protocol Handler: CaseIterable {
  static var allCases: AllCases { get }
  func flush()
  func all<each Value>(_ values: repeat each Value)
  func other()
}

extension Handler {
  func flush() {}
}
