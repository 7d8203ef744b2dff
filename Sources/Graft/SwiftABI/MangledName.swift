// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// A mangled type of this process.
///
/// References are resolved, so that names of several images can be compared.
struct MangledName: Equatable {
  private var bytes: [UInt8]

  init(text: String) {
    bytes = Array(text.utf8)
  }

  init(at address: UnsafeRawPointer) {
    bytes = []
    var parts = MangledParts(at: address)
    while let part = parts.part() {
      switch part {
      case .character(let byte): bytes.append(byte)
      case .declaration(let target): append(UInt(bitPattern: target))
      case .other(let target): append(UInt(bitPattern: target))
      case .address(let place): append(place.loadUnaligned(as: UInt.self))
      }
    }
  }

  /// The declaration of a nominal type's name; nil if the name does not begin with a reference to
  /// one.
  static func declaration(at address: UnsafeRawPointer) -> TypeDescriptor? {
    var parts = MangledParts(at: address)
    guard case .declaration(let target?)? = parts.part() else { return nil }
    return TypeDescriptor(address: target)
  }

  /// The name, with its module and without generic arguments, of a nominal type whose mangled name
  /// is text; nil if it is no such name.
  static func nominalName(at address: UnsafeRawPointer) -> String? {
    var text = ""
    var parts = MangledParts(at: address)
    while let part = parts.part() {
      // References can only be in generic arguments, where `Int` serves for each.
      guard case .character(let byte) = part else { text += "Si"; continue }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    guard let name = SwiftRuntime.demangled("$s\(text)D"), !name.hasPrefix("$s") else { return nil }
    var depth = 0
    return String(
      name.split(separator: "->").joined().filter { character in
        if character == "<" { depth += 1 }
        defer { if character == ">" { depth -= 1 } }
        return depth == 0
      })
  }

  private mutating func append(_ address: UInt) {
    bytes.append(0)
    withUnsafeBytes(of: address) { bytes.append(contentsOf: $0) }
  }

  /// The index of an outermost generic parameter: `x`, `q_`, `q0_`, `q1_`, ….
  var parameterIndex: Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "x" { return 0 }
    guard text.hasPrefix("q"), text.hasSuffix("_") else { return nil }
    if text == "q_" { return 1 }
    return Int(text.dropFirst().dropLast()).map { $0 + 2 }
  }
}
