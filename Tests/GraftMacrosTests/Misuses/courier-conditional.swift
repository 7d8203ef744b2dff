import GraftCourier

@Courier
protocol P {
  #if DEBUG
    func call()
  #endif
}
