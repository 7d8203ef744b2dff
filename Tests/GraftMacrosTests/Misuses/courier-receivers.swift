import GraftCourier

@Courier
protocol P {
  var receivers: [Int] { get }
}
