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

  /// A type as Swift prints it, with its module or without.
  ///
  /// `String(describing:)` gives the same, but asks first whether the type of the type
  /// conforms to anything of its own: for each new type that is a search in all
  /// conformances of the process.
  static func name(of type: Any.Type, isQualified: Bool) -> String {
    _typeName(type, qualified: isQualified)
  }

  /// A type as Swift prints it, without its module, by the address of its metadata.
  static func name(of metadata: UnsafeRawPointer) -> String {
    name(of: TypeMetadata(address: metadata).type, isQualified: false)
  }

  /// Whether the runtime knows a conformance to a protocol.
  ///
  /// Where the compiler has seen one, only another copy of the runtime does not:
  /// that of an executable with the static Swift library, beside the dynamic one of
  /// Graft.
  static func sees(_ type: Any.Type, conformTo wanted: ProtocolDescriptor) -> Bool {
    // What is declared is read from the images that this copy knows.
    TypeConformances(TypeMetadata(type)).table(for: wanted) != nil
  }

  // MARK: Questions that cost a search in all conformances

  /// How often the runtime was asked whether a type conforms.
  private static let questions = SharedWord(allocated: 0)

  static var questionCount: Int { Int(questions.loadRelaxed()) }

  /// How a type conforms to a protocol; nil if it does not.
  static func witnessTable(
    of type: TypeMetadata, for wanted: ProtocolDescriptor
  ) -> UnsafeRawPointer? {
    questions.addRelaxed(1)
    return graft_witness_table(type.address, wanted.address)
  }

  /// How a type conforms to a protocol, and the global actor on which alone it does; nil if
  /// it does not.
  static func conformance(
    of type: TypeMetadata, to wanted: ProtocolDescriptor
  ) -> (table: UnsafeRawPointer, actor: TypeMetadata?)? {
    questions.addRelaxed(1)
    var actor: UnsafeRawPointer?
    return graft_isolated_witness_table(type.address, wanted.address, &actor)
      .map { ($0, actor.map { TypeMetadata(address: $0) }) }
  }
}

/// Exported for C, whose convention a function of pointers and integers shares; the result is
/// malloc'ed (swift/Demangling/Demangle.h).
@_silgen_name("swift_demangle")
private func demangle(
  _ symbol: UnsafePointer<CChar>, _ byteCount: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferByteCount: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
