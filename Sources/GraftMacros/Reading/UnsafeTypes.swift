// SPDX-License-Identifier: Apache-2.0

/// The standard library's types whose values are unsafe to use, by their names.
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

  /// `unsafe `, if one of them is in a signature.
  static func mark(_ signature: String) -> String {
    let words = signature.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    return words.contains { pointers.contains($0) || others.contains($0) } ? "unsafe " : ""
  }
}
