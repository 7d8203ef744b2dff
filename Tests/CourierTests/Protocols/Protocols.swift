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

/// The place of a protocol for other modules.
public enum Rooms {
  public struct Guest: Equatable, Sendable {
    public var name: String
    public init(name: String) { self.name = name }
  }

  @Courier
  public protocol Doors: AnyObject, Selecting {
    func open(for guest: Guest) throws -> [Guest]
    var last: Guest? { get set }
  }
}
