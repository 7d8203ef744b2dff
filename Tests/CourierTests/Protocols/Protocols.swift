// SPDX-License-Identifier: Apache-2.0

public import GraftCourier

@Courier
public protocol ScrollDelegate: AnyObject {
  func didScroll(to offset: Int)
  var isZoomable: Bool { get }
}

@Courier
public protocol Selecting: AnyObject {
  func didSelect(_ row: Int)
}

/// A log of the calls of receivers, in order.
public final class Log: @unchecked Sendable {
  public var lines: [String] = []
  public init() {}
}
