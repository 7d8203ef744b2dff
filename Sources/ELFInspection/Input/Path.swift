// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import GraftDescriptors

/// A path in the system's form: bytes that need not be UTF-8.
public struct Path: Hashable, Sendable {
  /// The bytes, without a NUL at the end.
  public var bytes: [UInt8]

  /// Creates a path.
  ///
  /// - Parameter bytes: the bytes, without a NUL at the end.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a path of C's, whose bytes need not be UTF-8.
  public init(cString: UnsafePointer<CChar>) {
    self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
  }

  /// Creates a path from a text's UTF-8.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The text; nil if the bytes are not UTF-8.
  public var utf8: String? { String(validating: bytes, as: UTF8.self) }

  /// The text for people: control characters and bytes that are not UTF-8 are
  /// escaped.
  public var display: String {
    utf8.map(\.escapingControls)
      ?? bytes.map { byte in
        byte >= 0x20 && byte < 0x7f
          ? String(Unicode.Scalar(byte)) : "\\x" + String(Int(byte) | 0x100, radix: 16).dropFirst()
      }.joined()
  }

  /// Whether anything exists at the path.
  public var exists: Bool { withCString { access($0, F_OK) == 0 } }

  /// The path of an item in this folder.
  public func appending(_ component: some Sequence<UInt8>) -> Path {
    let slash: [UInt8] = bytes.last == UInt8(ascii: "/") || bytes.isEmpty ? [] : [0x2f]
    return Path(bytes: bytes + slash + component)
  }

  /// The path up to the last slash, included; empty for a bare name.
  public var folder: Path {
    Path(bytes: bytes.lastIndex(of: 0x2f).map { Array(bytes[...$0]) } ?? [])
  }

  /// The path after the last slash; all of it if there is none.
  public var lastComponent: Path {
    Path(bytes: bytes.lastIndex(of: 0x2f).map { Array(bytes[($0 + 1)...]) } ?? bytes)
  }

  /// Calls a C function with the path as a NUL-terminated string.
  public func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    let terminated = bytes.map(CChar.init(bitPattern:)) + [0]
    return terminated.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  /// Whether a text is a pattern that can match other texts than itself.
  static func isPattern(_ glob: String) -> Bool {
    glob.utf8.contains { "*?[\\".utf8.contains($0) }
  }

  /// Whether the path matches a shell pattern; `*` matches slashes too.
  public func matches(_ glob: String) -> Bool {
    withCString { fnmatch(glob, $0, 0) == 0 }
  }
}
