// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary
import GraftDescriptors

enum SwiftRuntime {
  /// The declaration of a Swift symbol; nil for other symbols.
  static func demangled(_ symbol: String) -> String? {
    guard let name = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  /// A type's name as Swift prints it, a courier's as it is written.
  ///
  /// `String(describing:)` would search all conformances of the process for each new
  /// type.
  static func name(of type: Any.Type, isQualified: Bool) -> String {
    let name = _typeName(type, qualified: isQualified)
    return isQualified ? _CourierName.written(name) : name
  }

  /// The name of the type of some metadata, without its module.
  static func name(of metadata: UnsafeRawPointer) -> String {
    name(of: TypeMetadata(address: metadata).type, isQualified: false)
  }

  // MARK: Questions that search all conformances

  private static let questions = SharedWord(allocated: 0)

  static var questionCount: Int { Int(questions.loadRelaxed()) }

  static func witnessTable(
    of type: TypeMetadata, for wanted: ProtocolDescriptor
  ) -> UnsafeRawPointer? {
    questions.addRelaxed(1)
    return graft_witness_table(type.address, wanted.address)
  }

  /// The table by which a type conforms, and the only global actor on which it does.
  static func conformance(
    of type: TypeMetadata, to wanted: ProtocolDescriptor
  ) -> (table: UnsafeRawPointer, actor: TypeMetadata?)? {
    questions.addRelaxed(1)
    var actor: UnsafeRawPointer?
    return graft_isolated_witness_table(type.address, wanted.address, &actor)
      .map { ($0, actor.map { TypeMetadata(address: $0) }) }
  }
}

/// Demangles a symbol.
///
/// It is a C function whose result is malloc'ed (swift/Demangling/Demangle.h).
/// Swift's calling convention is the same for pointers and integers.
@_silgen_name("swift_demangle")
private func demangle(
  _ symbol: UnsafePointer<CChar>, _ byteCount: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ bufferByteCount: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
