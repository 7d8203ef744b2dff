// SPDX-License-Identifier: Apache-2.0

/// An object that is set once, and read without a lock.
final class SetOnce<Value: AnyObject>: @unchecked Sendable {
  private let word = SharedWord(allocated: 0)

  init() {}

  deinit {
    reference?.release()
    word.deallocate()
  }

  var value: Value? { reference?.takeUnretainedValue() }

  /// Sets the object.
  ///
  /// - Returns: the object, or the one that another thread set before.
  @discardableResult
  func set(_ value: Value) -> Value {
    let retained = Unmanaged.passRetained(value)
    let result = word.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()))
    guard !result.exchanged, let first = reference else { return value }
    retained.release()
    return first.takeUnretainedValue()
  }

  private var reference: Unmanaged<Value>? {
    // `set(_:)` retains it until `deinit`.
    UnsafeRawPointer(bitPattern: word.acquire()).map { .fromOpaque($0) }
  }
}
