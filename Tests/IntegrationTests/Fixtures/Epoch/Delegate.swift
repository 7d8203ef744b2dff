public import GraftCourier

@Courier
public protocol Delegate: AnyObject {
  func changed()
}
