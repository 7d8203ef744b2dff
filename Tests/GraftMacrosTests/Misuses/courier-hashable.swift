@Courier
protocol Listener: AnyObject, Hashable {
  func hear(_ sound: Int)
}
