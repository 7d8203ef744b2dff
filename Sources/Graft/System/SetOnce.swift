// SPDX-License-Identifier: Apache-2.0

/// An object that is set once, and read without a lock.
final class SetOnce<Value: AnyObject>: @unchecked Sendable {
  private let word = ObjectWord<Value>(word: SharedWord(allocated: 0))

  init() {}

  deinit { word.deallocate() }

  var value: Value? { word.object }

  /// Sets the object.
  ///
  /// - Returns: the object, or the one that another thread set before.
  @discardableResult
  func set(_ value: Value) -> Value { word.set(value) }
}

/// A word that is 0 until an object is set, which it retains.
struct ObjectWord<Object: AnyObject> {
  let word: SharedWord

  var object: Object? { reference?.takeUnretainedValue() }

  /// Sets the object.
  ///
  /// - Returns: the object, or the one that another thread set before.
  func set(_ object: Object) -> Object {
    let retained = Unmanaged.passRetained(object)
    let result = word.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()))
    guard !result.exchanged, let first = reference else { return object }
    retained.release()
    return first.takeUnretainedValue()
  }

  /// Releases the object and frees the word.
  func deallocate() {
    reference?.release()
    word.deallocate()
  }

  private var reference: Unmanaged<Object>? {
    // `set(_:)` has retained it.
    UnsafeRawPointer(bitPattern: word.acquire()).map { .fromOpaque($0) }
  }
}
