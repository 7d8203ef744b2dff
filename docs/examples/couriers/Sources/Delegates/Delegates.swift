public import GraftCourier

/// What a scroll view tells its delegate.
@Courier
public protocol ScrollDelegate: AnyObject {
  func didScroll(to offset: Int)
}

/// What a table asks its delegate for, besides.
@Courier
public protocol DataDelegate: ScrollDelegate {
  func numberOfRows(in section: Int) -> Int
  func title(of row: Int) -> String?
}
