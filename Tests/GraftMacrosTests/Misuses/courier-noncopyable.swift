import GraftCourier

@Courier
protocol P: ~Copyable {
  func call()
}
