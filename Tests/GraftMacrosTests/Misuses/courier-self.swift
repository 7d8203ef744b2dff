import GraftCourier

@Courier
protocol P {
  func isEqual(to other: [Self]) -> Bool
}
