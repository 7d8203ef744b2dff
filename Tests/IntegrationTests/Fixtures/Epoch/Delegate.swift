public import Graft

@Courier
public protocol Delegate: AnyObject {
  func changed()
}
