// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Of this program.
var ownFolder: String {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { text in
      text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? -1
    }
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else {
      return "."
    }
    return String(decoding: buffer[..<slash], as: UTF8.self)
  }
}

/// A file in the `usr` folder of the toolchain on the path.
func toolchainFile(_ name: String) -> String? {
  let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
  guard let tools = folders.first(where: { access("\($0)/swiftc", X_OK) == 0 }) else { return nil }
  let path = "\(tools)/../\(name)"
  return access(path, R_OK) == 0 ? path : nil
}

func firstFolder(_ names: [String]) -> String? {
  names.first { access($0, R_OK) == 0 }
}
