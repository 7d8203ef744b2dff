import GraftCourier

@Courier
protocol P: AnyObject {
  var size: Int { _read }
}
