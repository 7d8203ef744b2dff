import GraftCourier

@Courier
protocol P {
  static func make() -> Int
}
