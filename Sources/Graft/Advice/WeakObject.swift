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

  var isGone: Bool { object == nil }
}
