// SPDX-License-Identifier: Apache-2.0

/// A link that lives for ever, by its address: what cells and seats hold.
struct LinkAddress: Hashable, @unchecked Sendable {
  let address: UnsafeRawPointer

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  /// - Parameter link: kept by the caller.
  init(_ link: ExtensionLink) {
    address = UnsafeRawPointer(Unmanaged.passUnretained(link).toOpaque())
  }

  var bits: UInt { UInt(bitPattern: address) }

  /// Keeps a link for ever.
  static func keep(_ link: ExtensionLink) -> LinkAddress {
    LinkAddress(Unmanaged.passRetained(link).takeUnretainedValue())
  }
}

extension LinkSeat {
  /// A seat whose memory is the caller's to give back, until a link on it is kept.
  ///
  /// - Parameter slot: the word before the successors, where calls of a link find what stands in
  ///   front: nothing, at first.
  static func allocate(_ successors: [LinkAddress], slot: UInt = 0) -> LinkSeat {
    allocate(successors.count, slot: slot) { successors[$0] }
  }

  /// - Parameter successor: each by its number.
  static func allocate(
    _ count: Int, slot: UInt = 0, successor: (Int) -> LinkAddress
  ) -> LinkSeat {
    let memory = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: count + 1)
    memory.initialize(to: UnsafeRawPointer(bitPattern: slot))
    for number in 0..<count {
      (memory + 1 + number).initialize(to: successor(number).address)
    }
    // An optional pointer that is not nil is a pointer: both are one word.
    return LinkSeat(
      successors: UnsafeRawPointer(memory + 1).assumingMemoryBound(to: UnsafeRawPointer.self))
  }

  func deallocate() { (successors - 1).deallocate() }
}
