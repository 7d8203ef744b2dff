// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import SwiftSyntax

/// Renders what `@Extensible` writes beside one protocol.
struct ProtocolEmission {
  private let declared: ProtocolDeclaration

  init(_ declared: ProtocolDeclaration) {
    self.declared = declared
  }

  private var access: String { declared.access.modifier }
  private var base: String { "\(declared.baseName)<Subject>" }
  private var support: String { declared.supportName }
  private var requirements: [Requirement] { declared.requirements }
  private var judged: JudgedTypeEmission { JudgedTypeEmission(declared) }
  private var isNoncopyable: Bool { declared.context.isNoncopyable }

  /// What a generic parameter is constrained to for a subject.
  private var subjectConstraint: String {
    isNoncopyable ? "\(declared.name) & ~Copyable" : declared.name
  }

  private var shape: String { "0x" + String(declared.shape, radix: 16) }

  // MARK: The class that extensions inherit from

  var baseClass: String {
    """
    /// An extension of `\(declared.name)`: override what it implements.
    \(declared.attributes)\(declared.isolation)\(declared.access.classModifier)class \(declared.baseName)<Subject: \(subjectConstraint)>: ExtensionLink, ExtensionBase {
      \(access)typealias Requirement = \(support)._Requirement

      nonisolated \(access)static var extensibleProtocol: ExtensibleProtocol { \(support).description }

      nonisolated \(access)static var subject: Any.Type { ExtensibleProtocol.erased(Subject.self) }

      nonisolated \(access)static func makeFinalLink(_ seat: LinkSeat) -> ExtensionLink { \(support)._Final<Subject>(seat) }

      /// Whether the extension applies to a subject that meets its constraints. Has
      /// to be pure.
      nonisolated \(declared.access.classModifier)class func applies(to subject: Subject.Type) -> Swift.Bool { true }

      nonisolated \(access)required init(_ seat: LinkSeat) { super.init(seat) }

    \(JoinPointEmission(declared).classMembers)

    \(requirements.map(baseMethod).joined(separator: "\n\n"))
    }
    """
  }

  /// Goes on to the next link in line.
  private func baseMethod(_ requirement: Requirement) -> String {
    let inlinable = declared.access == .public ? "@inlinable @inline(__always) " : ""
    let link = "seat.successor(\(requirement.number), as: \(base).self)"
    let call = requirement.call(link: link, subject: "subject", \.inClass)
    let method = """
        \(requirement.attributes)\(inlinable)\(requirement.isolation)\(declared.access.classModifier)func \(requirement.classSignature) {
          \(call.setup)return \(call.expression)
        }
      """
    // It has the types as they are written, not their aliases: it is what users see.
    return requirement.judged.isEmpty ? method : requirement.place?.around(method) ?? method
  }

  // MARK: What only generated code uses

  // Its names begin with an underscore, so that they hide no protocol.

  var supportEnum: String {
    """
    /// What the code that `@Extensible` writes for `\(declared.name)` shares.
    nonisolated \(access)enum \(support) {
      \(access)enum _Requirement: Int, ExtensibleRequirement {
    \(requirements.map { "    case \($0.caseName(among: requirements))" }.joined(separator: "\n"))
      }

    \(requirements.map { "  \(cell($0))" }.joined(separator: "\n"))

    \(judged.aliases)  /// One for each name that a record can have without types.
      @dynamicMemberLookup
      \(access)enum _Names: RequirementNames {
    \(names)
      }

      /// The hash of the requirements, as it was when the caller was compiled.
      \(declared.access == .public ? "@_alwaysEmitIntoClient " : "")\(access)static var shape: UInt64 { \(shape) }

      \(access)static let description = ExtensibleProtocol(
        type: ExtensibleProtocol.erased((any \(subjectConstraint)).self), name: "\(declared.name)",
        requirements: [\(requirements.map(described).joined(separator: ", "))],
        shape: \(shape),
        cells: [\(requirements.map { "unsafe CellAddress(&cell\($0.number))" }.joined(separator: ", "))])

    \(askRegistry)
    \(judged.check)
    \(JoinPointEmission(declared).supportMembers)

      /// Ends each chain.
      \(declared.attributes)\(declared.isolation)\(finalAccess)final class _Final<Subject: \(subjectConstraint)>: \(base) {
        nonisolated \(access)required init(_ seat: LinkSeat) { super.init(seat) }

    \(requirements.map(finalMethod).joined(separator: "\n\n"))
      }
    }
    """
  }

  /// What a required initialiser can be called from has to see the class.
  private var finalAccess: String {
    [.fileprivate, .private].contains(declared.access) ? access : ""
  }

  /// Its address is all that is taken of it: no access for the run time to check.
  private func cell(_ requirement: Requirement) -> String {
    let tag = requirement.isKeyedByType || isNoncopyable ? "0" : declared.classTag
    let visibility = declared.access == .public ? "@usableFromInline " : ""
    return "@exclusivity(unchecked) @section(\".data\") \(visibility)nonisolated(unsafe) "
      + "static var cell\(requirement.number): DispatchCell.Memory = (0, 0, 0, 0, \(tag))"
  }

  /// An extension's record without types would mean every overload of a name. Its
  /// macro, which does not see the protocol, writes these names down where the
  /// compiler checks them.
  private var names: String {
    let names = Dictionary(grouping: requirements) {
      RequirementMethodName.symbol($0.untypedRecordName)
    }
    return names.keys.sorted().map { symbol in
      let overloads = names[symbol]!
      let check =
        overloads.count == 1
        ? ""
        : "@available(*, unavailable, message: \"\(overloads[0].untypedRecordName) has overloads "
          + "that differ in types only: override all of them, or write @Extension(typed: true)\")\n"
      return "\(check)\(access)typealias \(symbol) = Void"
    }.joined(separator: "\n")
  }

  private func described(_ requirement: Requirement) -> String {
    let method = requirement.nameInRecords.map { ", inRecords: \"\($0)\"" } ?? ""
    let actor = globalActor(of: requirement).map { ", on: (\($0)).self" } ?? ""
    return ".init(\"\(requirement.name)\"\(method)\(actor))"
  }

  /// What the registry can't ask of a protocol at run time: whether an extension whose
  /// constraints hold on one actor only can answer.
  private func globalActor(of requirement: Requirement) -> String? {
    guard requirement.isolation.isEmpty else { return nil }
    let ofProtocol = declared.context.isActor ? "" : declared.attributes
    return (requirement.attributes + ofProtocol).split(separator: "\n")
      .first { line in
        let name = line.dropFirst().split(separator: ".").last ?? ""
        return line.hasPrefix("@") && !line.contains("(") && name.first?.isUppercase == true
      }
      .map { String($0.dropFirst()) }
  }

  /// By the type that a call is for: of an object, its class.
  private var askRegistry: String {
    guard !isNoncopyable else {
      return """
          @inline(never)
          static func head<Subject: \(subjectConstraint)>(_: Subject.Type, _ requirement: Int) -> UInt {
            ExtensionRegistry.head(of: \(base).self, requirement)
          }
        """
    }
    return """
        @inline(never)
        static func head(_ subject: any \(declared.name).Type, _ requirement: Int) -> UInt {
          func open<Subject: \(declared.name)>(_: Subject.Type) -> UInt {
            ExtensionRegistry.head(of: \(base).self, requirement)
          }
          return open(subject)
        }
      """
  }

  private func finalMethod(_ requirement: Requirement) -> String {
    """
        \(requirement.attributes)\(requirement.isolation)override func \(requirement.supportSignature) {
    \(unanswered(requirement))
        }
    """
  }

  private func unanswered(_ requirement: Requirement) -> String {
    let checks = DefaultCheckEmission(declared, requirement).checks
    let call = "ExtensionRegistry.unanswered(\(base).self, \(requirement.number))"
    // With `return` a result builder, which is none of a default's, leaves the body alone.
    let statement = requirement.attributeTypes.isEmpty ? call : "return { \(call) }()"
    return (checks + ["      " + statement]).joined(separator: "\n")
  }
}
