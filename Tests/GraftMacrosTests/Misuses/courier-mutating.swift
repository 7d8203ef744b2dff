import GraftCourier

@Courier
protocol P {
  mutating func change()
}
