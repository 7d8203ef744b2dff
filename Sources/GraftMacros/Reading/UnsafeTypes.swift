// SPDX-License-Identifier: Apache-2.0

/// The names of the standard library's types whose values are unsafe to use.
enum UnsafeTypes {
  static let pointers: Set<String> = [
    "OpaquePointer", "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeMutablePointer",
    "UnsafeMutableRawBufferPointer", "UnsafeMutableRawPointer", "UnsafePointer",
    "UnsafeRawBufferPointer", "UnsafeRawPointer",
  ]

  private static let others: Set<String> = [
    "CVaListPointer", "UnownedJob", "UnownedSerialExecutor", "UnownedTaskExecutor",
    "UnsafeContinuation", "UnsafeCurrentTask", "Unmanaged",
  ]

  static let names = pointers.union(others)

  /// `unsafe `, if a signature mentions one of them.
  static func mark(_ signature: String) -> String {
    let words = signature.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    return words.contains { names.contains($0) } ? "unsafe " : ""
  }
}
