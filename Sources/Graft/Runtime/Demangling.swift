// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The declaration that a symbol stands for, or nil if it is none of Swift's.
func demangled(_ symbol: String) -> String? {
  guard let name = swiftDemangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
  defer { free(name) }
  return String(cString: name)
}

/// Exported by the standard library. What it returns is malloc'ed.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ symbol: UnsafePointer<CChar>, _ byteCount: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferByteCount: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
