// SPDX-License-Identifier: Apache-2.0

/// A mangled type (swift/docs/ABI/Mangling.rst).
///
/// References are resolved, so that names of several images can be compared.
struct MangledName: Equatable {
  private var bytes: [UInt8]

  init(text: String) {
    bytes = Array(text.utf8)
  }

  /// Reads the name at a relative pointer.
  init(relativePointer field: UnsafeRawPointer) {
    bytes = []
    var next = field + Int(field.load(as: Int32.self))
    while true {
      let byte = next.load(as: UInt8.self)
      next += 1
      switch byte {
      case 0: return
      // A symbolic reference by an offset from itself.
      case 0x01...0x17:
        let target = next + Int(next.loadUnaligned(as: Int32.self))
        append(byte == Self.indirectContext ? target.load(as: UInt.self) : UInt(bitPattern: target))
        next += 4
      // A symbolic reference by an address.
      case 0x18...0x1f:
        append(next.loadUnaligned(as: UInt.self))
        next += 8
      default: bytes.append(byte)
      }
    }
  }

  private static let directContext: UInt8 = 1
  /// The kind of references that go through a pointer.
  private static let indirectContext: UInt8 = 2

  /// The declaration of a nominal type's name at a relative pointer; nil if the name does not begin
  /// with a reference to one.
  static func declaration(relativePointer field: UnsafeRawPointer) -> TypeDescriptor? {
    let name = RelativePointer.direct(field)
    let kind = name.load(as: UInt8.self)
    guard kind == directContext || kind == indirectContext else { return nil }
    let target = name + 1 + Int((name + 1).loadUnaligned(as: Int32.self))
    return TypeDescriptor(
      address: kind == directContext ? target : target.load(as: UnsafeRawPointer.self))
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
