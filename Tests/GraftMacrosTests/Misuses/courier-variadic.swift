import GraftCourier

@Courier
protocol P {
  func add(_ numbers: Int...)
}
