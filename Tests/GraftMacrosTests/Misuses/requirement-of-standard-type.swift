@Extensible
protocol Bounded {
  static var min: Self { get }
  static var max: Self { get }
  func distance(to other: Self) -> Int
  func middle() -> Self
}

extension UInt8: Bounded {
  static var max: UInt8 { 100 }
}
