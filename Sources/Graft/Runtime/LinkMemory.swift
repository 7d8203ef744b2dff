// SPDX-License-Identifier: Apache-2.0

/// A link that lives for ever, by its address: what cells and seats hold.
struct LinkAddress: Hashable, @unchecked Sendable {
  let address: UnsafeRawPointer

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
  static func allocate(_ successors: [LinkAddress]) -> LinkSeat {
    let memory = UnsafeMutableBufferPointer<UnsafeRawPointer>.allocate(capacity: successors.count)
    _ = memory.initialize(from: successors.map(\.address))
    return LinkSeat(successors: UnsafePointer(memory.baseAddress!))
  }

  func deallocate() { successors.deallocate() }
}
