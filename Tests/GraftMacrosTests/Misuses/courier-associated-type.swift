import GraftCourier

@Courier
protocol P {
  associatedtype Item
  func add(_ item: Item)
}
