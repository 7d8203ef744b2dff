// SPDX-License-Identifier: Apache-2.0

/// An object that is not kept alive.
///
/// No other object gets its address as long as this refers to it.
final class WeakObject: @unchecked Sendable {
  // Neither property is written after the initialiser, and the runtime synchronises reads.
  private weak var object: AnyObject?
  /// Keeps the memory of the object, which is never read by this.
  private unowned let memory: AnyObject
  let address: UInt
  let type: AnyClass

  init(_ object: AnyObject) {
    self.object = object
    memory = object
    address = UInt(bitPattern: ObjectIdentifier(object))
    type = Swift.type(of: object)
  }

  /// Whether the object is gone.
  ///
  /// Reading it can release the object and run its deinitialiser: no lock may be
  /// held.
  var isGone: Bool { object == nil }

  /// Whether the object is gone, for code with the lock.
  ///
  /// - Parameter kept: gets the object, to be released without the lock.
  func isGone(keeping kept: inout [AnyObject]) -> Bool {
    guard let object else { return true }
    kept.append(object)
    return false
  }
}

extension WeakObject: Equatable {
  static func == (one: WeakObject, other: WeakObject) -> Bool { one === other }
}
