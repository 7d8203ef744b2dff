import GraftCourier

@Courier
protocol P {
  func all<each Value>(_ values: repeat each Value)
}
