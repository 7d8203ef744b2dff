import GraftCourier

@Courier
protocol P {
  var size: Int { get set }
}
