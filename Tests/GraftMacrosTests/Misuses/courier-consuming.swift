import GraftCourier

@Courier
protocol P {
  func take(_ value: consuming String)
}
