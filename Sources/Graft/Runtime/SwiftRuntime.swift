// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import Glibc

/// Functions of the runtime that the standard library does not offer in Swift.
enum SwiftRuntime {
  /// The declaration that a symbol stands for, or nil if it is none of Swift's.
  static func demangled(_ symbol: String) -> String? {
    guard let name = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  /// Whether the runtime knows a conformance to a protocol.
  ///
  /// Where the compiler has seen one, only another copy of the runtime does not:
  /// that of an executable with the static Swift library, beside the dynamic one of
  /// Graft.
  static func sees(_ type: Any.Type, conformTo protocolType: Any.Type) -> Bool {
    let protocols = ExistentialType(TypeMetadata(protocolType))?.protocols ?? []
    return protocols.allSatisfy {
      graft_runtime_sees_conformance(TypeMetadata(type).address, $0.address)
    }
  }
}

/// Exported for C; the result is malloc'ed.
@_silgen_name("swift_demangle")
private func demangle(
  _ symbol: UnsafePointer<CChar>, _ byteCount: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferByteCount: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
