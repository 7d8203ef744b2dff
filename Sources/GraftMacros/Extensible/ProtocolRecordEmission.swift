// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import ExtensionSyntax
import GraftDescriptors
import SwiftSyntax
import SwiftSyntaxMacros

/// Renders the record from which readers of files know a protocol.
///
/// It has neither an accessor nor an anchor, because a running program does not
/// read it.
enum ProtocolRecordEmission {
  /// The version of the compiler that compiled the macros.
  ///
  /// SwiftPM compiles the protocol's module with the same one.
  private static var compiler: String {
    #if compiler(>=6.5)
      ""
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      ""
    #endif
  }

  /// The source of the record; empty if the record does not fit a literal.
  ///
  /// - Parameter isStatic: whether the record is a member of a type.
  static func source(
    _ record: ProtocolRecord, isStatic: Bool, in context: some MacroExpansionContext
  ) -> [String] {
    guard let encoded = try? record.record() else { return [] }
    let emission = RecordEmission(
      encoded, constant: context.makeUniqueName("protocol").text, accessor: "")
    return emission.isCompilable ? [emission.sourceWithoutAccessor(isStatic: isStatic)] : []
  }

  static func record(
    _ declared: ProtocolDeclaration, of declaration: some SyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> ProtocolRecord {
    let (module, source) = ExtensionAttribute.place(of: declaration, context)
    let outer = [module] + context.lexicalContext.typeNames
    func qualified(_ name: String) -> String { (outer + [name]).joined(separator: ".") }
    return ProtocolRecord(
      name: qualified(declared.name), baseClass: qualified(declared.className),
      shape: declared.shape, foundation: declared.foundationHash, compiler: compiler,
      requirements: declared.requirements.map { requirement in
        ProtocolRecord.Requirement(
          name: requirement.name, nameInRecords: requirement.nameInRecords,
          text: requirement.declaration)
      }, source: source)
  }
}
