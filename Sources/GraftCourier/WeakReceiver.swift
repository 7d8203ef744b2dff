// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// An object that is not kept alive.
///
/// As Swift's `weak` for objects that many calls ask for: it keeps the object's
/// memory, and so needs no side table and no second object between.
final class WeakReceiver: @unchecked Sendable {
  private let address: UnsafeRawPointer

  init(_ object: AnyObject) {
    address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    graft_keep_memory(address)
  }

  deinit { graft_release_memory(address) }

  /// Nil once the object's deinitialiser has begun.
  var object: AnyObject? {
    retainIfAlive(address).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  /// The object, the memory of which is the caller's to `release`.
  func keepingMemory() -> UnsafeRawPointer {
    graft_keep_memory(address)
    return address
  }

  static func release(_ address: UnsafeRawPointer) { graft_release_memory(address) }
}

/// As in `graft_receivers.h`, for code that is in line elsewhere. Swift's convention for one
/// pointer in and one out is C's on the machines that Graft runs on.
@_silgen_name("graft_retain_if_alive")
@usableFromInline
func retainIfAlive(_ object: UnsafeRawPointer) -> UnsafeRawPointer?

/// What `retainIfAlive` retained.
@_silgen_name("graft_release_object")
@usableFromInline
func releaseObject(_ object: UnsafeRawPointer)
