// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary

/// A connection to a process of the same user, for packets of text fields.
struct PacketSocket {
  /// A system error.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String {
      switch code {
      case EACCES: "another user listens there, or it may not be opened"
      case ENAMETOOLONG: "no socket can have a path as long as that"
      default: String(cString: strerror(code))
      }
    }
  }

  /// The largest packet, in bytes.
  private static let capacity = 1 << 16

  private let descriptor: Int32

  init(connectingTo path: String) throws(Failure) {
    descriptor = graft_reload_connect(path)
    if descriptor < 0 { throw Failure(code: -descriptor) }
  }

  /// Receives a packet.
  ///
  /// - Returns: the fields; nil at the end of the connection, and for a packet that
  ///   can't be read.
  func receive() -> [String]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.capacity) { buffer, count in
      count = max(0, Int(graft_reload_receive(descriptor, buffer.baseAddress, buffer.count)))
    }
    guard !bytes.isEmpty else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Sends a packet.
  ///
  /// - Parameter fields: the fields, in which spaces replace zero bytes. Fields
  ///   beyond the largest packet are left out, and the last field says so.
  /// - Returns: false if nobody reads it.
  func send(_ fields: [String]) -> Bool {
    var packet: [UInt8] = []
    for (index, field) in fields.enumerated() {
      let bytes = field.utf8.map { $0 == 0 ? 0x20 : $0 }
      let note = "and \(fields.count - index) more"
      guard packet.count + bytes.count + note.utf8.count + 2 < Self.capacity else {
        packet += [0] + note.utf8
        break
      }
      packet += (index == 0 ? [] : [0]) + bytes
    }
    return graft_reload_send(descriptor, packet, packet.count) == 0
  }

  func close() { _ = CLibrary.close(descriptor) }
}
