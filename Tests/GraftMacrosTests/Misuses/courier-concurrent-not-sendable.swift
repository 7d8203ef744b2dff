@Courier(concurrent: true)
protocol Listener: AnyObject {
  func hear(_ sound: Int) async
}
