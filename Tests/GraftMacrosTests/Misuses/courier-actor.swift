import GraftCourier

@Courier
protocol P: Actor {
  func call()
}
