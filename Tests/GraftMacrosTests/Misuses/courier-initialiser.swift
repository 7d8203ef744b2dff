import GraftCourier

@Courier
protocol P {
  init(size: Int)
}
