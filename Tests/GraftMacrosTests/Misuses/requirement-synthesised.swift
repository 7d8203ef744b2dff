@Extensible
protocol Coded {
  func encode(to encoder: any Encoder) throws
}

@Extensible
protocol Listed {
  static var allCases: [Self] { get }
}

@Extensible @OperatorDefaults
protocol Compared: Equatable {
  static func == (first: Self, second: Self) -> Bool
}

@Extensible
protocol Named: Identifiable {
  var id: ID { get }
}
