// SPDX-License-Identifier: Apache-2.0

/// An object that is not kept alive.
final class WeakObject: @unchecked Sendable {
  // Never written after the initialiser; the runtime guards its own reads.
  private weak var object: AnyObject?
  /// No other object's while this one is there.
  let address: UInt
  let type: AnyClass

  init(_ object: AnyObject) {
    self.object = object
    address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    type = Swift.type(of: object)
  }

  /// To look at it can be the last that anyone has of it, and run a deinitialiser of users:
  /// no lock may be held.
  var isGone: Bool { object == nil }

  /// Whether the object is gone, for code with the lock.
  ///
  /// - Parameter kept: what is to be let go of when the lock is open.
  func isGone(keeping kept: inout [AnyObject]) -> Bool {
    guard let object else { return true }
    kept.append(object)
    return false
  }
}
