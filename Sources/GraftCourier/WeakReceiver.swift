// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// A weak reference to an object.
///
/// It is like Swift's `weak` for objects that many calls read: it keeps the
/// object's memory, and so needs no side table and no second object.
final class WeakReceiver: @unchecked Sendable {
  private let address: UnsafeRawPointer

  init(_ object: AnyObject) {
    address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    graft_keep_memory(address)
  }

  deinit { graft_release_memory(address) }

  /// The object; nil once its deinitialiser has begun.
  var object: AnyObject? {
    retainIfAlive(address).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  /// The object's address.
  ///
  /// The caller has to `release` its memory.
  func keepingMemory() -> UnsafeRawPointer {
    graft_keep_memory(address)
    return address
  }

  static func release(_ address: UnsafeRawPointer) { graft_release_memory(address) }
}

/// The function of `graft_receivers.h`, for code that is inlined elsewhere.
///
/// Swift's calling convention for one pointer in and one out is C's on the machines
/// that Graft supports.
@_silgen_name("graft_retain_if_alive")
@usableFromInline
func retainIfAlive(_ object: UnsafeRawPointer) -> UnsafeRawPointer?

/// Releases an object that `retainIfAlive` retained.
@_silgen_name("graft_release_object")
@usableFromInline
func releaseObject(_ object: UnsafeRawPointer)
