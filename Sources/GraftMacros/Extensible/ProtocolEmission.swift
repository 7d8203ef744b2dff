// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import GraftDescriptors

/// Renders the code that `@Extensible` writes beside one protocol.
struct ProtocolEmission {
  let declared: ProtocolDeclaration
  /// The content of the protocol's own record.
  let record: ProtocolRecord

  private var access: String { declared.access.modifier }
  private var base: String { "\(declared.className)<Subject>" }
  private var support: String { declared.supportName }
  private var cells: String { declared.cells() }
  private var requirements: [Requirement] { declared.requirements }
  private var judged: JudgedTypeEmission { JudgedTypeEmission(declared) }
  private var isNoncopyable: Bool { declared.context.isNoncopyable }

  /// The compiled shape: the hash for code that compares it, and a text for readers
  /// of files.
  private var shape: String {
    let text = CompiledProtocol(record).text.replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t")
    var parts = ["0x\(String(declared.shape, radix: 16))", "\"\(text)\""]
    if declared.grows || !layouts.isEmpty {
      let count = declared.grows ? "Graft::GeneratedCode.Layout.of(_Count.self).size" : "0"
      parts += ["count: \(count)", "layouts: { \(layouts.isEmpty ? "[]" : "_layouts()") }"]
    }
    return "Graft::GeneratedCode.CompiledShape(\(parts.list))"
  }

  /// The layouts of the types in requirements, as the caller's compiler knows them.
  private var layouts: String {
    guard declared.access == .public, !declared.namedTypes.isEmpty else { return "" }
    // A case can have the name of a type, and hides it in an expression.
    let aliases = declared.namedTypes.enumerated().map {
      "  \(access)typealias _Layout\($0) = \($1)\n"
    }
    let list = aliases.indices.map { "  Graft::GeneratedCode.Layout.of(_Layout\($0).self)" }
    return """
      \(aliases.joined())\
        @_alwaysEmitIntoClient \(access)static func _layouts() -> [Graft::GeneratedCode.Layout?] { [
      \(list.joined(separator: ",\n"))
        ] }

      """
  }

  /// The further code of a protocol that grows: functions for its cells, whose symbols name the
  /// requirements that code knows, and a type whose size is the number of requirements.
  ///
  /// Code that knows other requirements than the first ones finds no such function, and code that
  /// knows that size as a constant can't meet another number.
  private var growth: String {
    guard declared.grows else { return "" }
    let functions = declared.pins.map { pin in
      """
        @usableFromInline static func _cells_\(pin)() -> Swift::UnsafeMutableRawPointer { \
      unsafe Graft::GeneratedCode.DispatchCell.memory(&\(declared.cellsName)) }

      """
    }
    return """
        \(access)struct _Count { \
      private let each: Swift::InlineArray<\(requirements.count), Swift::UInt8> }
      \(functions.joined())
      """
  }

  // MARK: The class that extensions inherit from

  var baseClass: String {
    """
    \(heading)
      \(access)typealias _Support = \(support)
    \(memberTypes)\(joinPoints)\
      nonisolated \(access)static func linkType() -> Graft::ExtensionLink.Type { \(linkType) }
      /// Whether the extension applies to a subject that meets its constraints. Has
      /// to be pure.
      nonisolated \(declared.access.classModifier)class func \
    applies(to subject: Subject.Type) -> Swift::Bool { true }
      nonisolated \(access)static func _applies() -> Swift::Bool { applies(to: Subject.self) }
      \(linkInitialiser(access))
    \(requirements.map(baseMethod).lines)
    }
    """
  }

  /// The start of the declaration that has the name that users write, with its
  /// documentation comment.
  ///
  /// If that name is taken, the error is at the protocol.
  private var heading: String {
    let summary = "/** An extension of `\(declared.name)`: override what it implements. */ "
    let head = """
      \(declared.spi)\(declared.attributes.onOneLine)\(declared.isolation)\
      \(declared.access.classModifier)class \(declared.className)\(classParameter): \
      Graft::ExtensionLink, Graft::\(isNoncopyable ? "ExtensionBase" : "AdvisableBase") {
      """
    guard declared.takesAnySubject else { return declared.place.around(summary + head) }
    let alias = """
      \(summary)\(declared.spi)\(access)typealias \
      \(declared.baseName)<Subject: \(declared.subjectConstraint)> = \(base)
      """
    return """
      \(declared.place.around(alias))

      /// Without a constraint, which the run time would look up for each subject.
      \(head)
      """
  }

  private var classParameter: String {
    guard declared.takesAnySubject else { return "<Subject: \(declared.subjectConstraint)>" }
    return declared.context.isClassBound ? "<Subject: Swift::AnyObject>" : "<Subject>"
  }

  private var linkType: String {
    guard declared.takesAnySubject else { return "\(support)._Link<Subject>.self" }
    return """
      \(support)._linkType(Graft::GeneratedCode.conforming(\
      Subject.self, to: (any \(declared.name)).self, as: (any \(declared.name).Type).self))
      """
  }

  /// Aliases by which a class can write these types as the protocol does, which
  /// `@Default` needs.
  private var memberTypes: String {
    // Without the constraint the class knows no such type.
    guard !declared.takesAnySubject else { return "" }
    return declared.context.memberTypes.subtracting(["Subject", "Requirement"]).sorted()
      .map { "  \(access)typealias \($0) = Subject.\($0)\n" }.joined()
  }

  private var joinPoints: String {
    guard !isNoncopyable else {
      return """
          nonisolated \(access)static var subject: Any.Type { \
        Graft::GeneratedCode.ExtensibleProtocol.erased(Subject.self) }

        """
    }
    let sets = JoinPointEmission(declared).setsOfSubject.map {
      "  \(access)typealias \($0.name) = \($0.type)"
    }
    return """
      \(sets.lines)
        nonisolated \(access)static var subject: Any.Type { Subject.self }

      """
  }

  /// The base class's method, which calls the next link.
  private func baseMethod(_ requirement: Requirement) -> String {
    let inlinable = declared.access.ifPublic("@inlinable @inline(__always)")
    let link = "self.successors.successor(\(requirement.number), as: \(base).self)"
    let call = requirement.call(link: link, subject: "subject", \.inClass)
    let signature = AdviceSignature(declared: declared, requirement: requirement)
    return signature.isolated { isolation in
      requirement.placed(
        """
        \(requirement.attributes.onOneLine)\(inlinable)\(isolation)\
        \(declared.access.classModifier)func \(requirement.classSignature) { \
        \(call.setup)return \(call.expression) }
        """)
    }
  }

  /// The protocol through which `@Default` calls members that have the names of
  /// requirements.
  ///
  /// Its requirements repeat the protocol's, so its own tables have no entries for
  /// them.
  var callsOfDefaults: String {
    let visibility = declared.access.ofFile
    guard !isNoncopyable else {
      return """
        @available(*, unavailable, message: "a default can't end a chain of a protocol whose types \
        can't be copied: mark the requirements @Required, and remove '@Default' and \
        'Graft::AuthorDefault'")
        \(visibility)protocol _GraftDefaultsOf\(declared.name): \(declared.name) {}
        """
    }
    return """
      /// By which `@Default` calls the defaults of `\(declared.name)`.
      \(declared.attributes)\(declared.isolation)\(visibility)protocol \
      _GraftDefaultsOf\(declared.name): \(declared.name), Graft::_AssumedDefault {
      \(declared.disfavored.lines)
      }
      """
  }

  // MARK: Cells

  /// The cells: five words for each requirement, and one for what the registry knows
  /// of the protocol.
  ///
  /// Only their address is used, so the runtime checks no access. Code in any module
  /// has the address as a constant, which it would not have for an array. At file
  /// scope the compiler writes no accessors, which would pass each word separately.
  /// The cells are in no section of their own, because the compiler complains of
  /// sections as soon as anything else is wrong.
  var declarationOfCells: String {
    let words = requirements.map { requirement in
      "(0, 0, 0, 0, \(requirement.isKeyedByType ? "0" : declared.classTag))"
    }
    let types = words.map { _ in "Graft::GeneratedCode.DispatchCell.Words" }.list
    let visibility =
      declared.access.ofFile + (declared.grows ? "" : declared.access.ifPublic("@usableFromInline"))
    let place = declared.context.isNested ? "static " : ""
    return
      "@exclusivity(unchecked) \(visibility)nonisolated(unsafe) \(place)var "
      + "\(declared.cellsName): (\(types), Swift::UInt) = (\(words.list), 0)"
  }

  // MARK: The support namespace

  // Its names begin with an underscore, so that they shadow no protocol.

  var supportEnum: String {
    let cases = requirements.map { $0.caseName(among: requirements, grows: declared.grows) }
    let checks = judged.check + AncestorCheckEmission(declared: declared).checks
    return """
      /// What the code that `@Extensible` writes for `\(declared.name)` shares.
      \(declared.spi)@dynamicMemberLookup
      nonisolated \(access)enum \(support): Graft::_ExtensibleSupport {
        \(access)typealias _Base<Subject: \(declared.subjectConstraint)> = \(base)
      \(ofAnySubject)\
        case \(cases.list)
        // For one that could carry something the compiler writes no comparison.
        case _none(Swift::Void)
      \(judged.aliases)\(growth)\(layouts)\
        /// What the protocol required when the caller was compiled.
        \(declared.access.ifPublic("@_alwaysEmitIntoClient"))\(access)static func \
      _shape() -> Graft::GeneratedCode.CompiledShape { \(shape) }
        \(access)static func _description() -> Graft::GeneratedCode.ExtensibleProtocol { \
      CGraft::graft_refer_to_epoch(); \
      return unsafe Graft::GeneratedCode.description(\(description)) }
      \(isNoncopyable ? closedBase : openedBase)\(checks)\(JoinPointEmission(declared).sets)\
        // One for each name that a record can have.
      \(names)
      \(AdvisedLinkEmission(declared: declared).source)
      }
      """
  }

  /// The arguments of the protocol's description.
  private var description: String {
    let lines = requirements.map(described).joined(separator: "\\n")
    let actors = actors.isEmpty ? [] : ["actors: [\(actors.list)]"]
    return
      ([
        cells, "\(requirements.count)", "(any \(declared.name)).self", "\"\(declared.name)\"",
        "\"\(lines)\"", "shape: _shape()",
      ] + actors).list
  }

  /// The facts about the protocol that a class without the constraint does not state.
  private var ofAnySubject: String {
    guard declared.takesAnySubject else { return "" }
    return """
        \(access)typealias _Protocol = any \(declared.name)
        fileprivate static func _linkType<Subject: \(declared.name)>(_: Subject.Type) \
      -> Graft::ExtensionLink.Type { _Link<Subject>.self }

      """
  }

  // The names that an extension's module refers to contain no type that changes with
  // the requirements. So the image loader refuses another shape, not the linker.

  /// The names of requirements in records, as constants.
  ///
  /// An untyped name in a record would mean all its overloads. An extension's macro,
  /// which does not see the protocol, refers to these constants, so that the compiler
  /// checks the names. An own implementation takes its number from them.
  private var names: String {
    func symbol(_ requirement: Requirement, typed: Bool) -> String {
      RequirementMethodName.symbol(requirement.recordName(typed: typed))
    }
    let names = Dictionary(grouping: requirements) { symbol($0, typed: false) }
    return names.keys.sorted().flatMap { name -> [String] in
      let overloads = names[name]!
      guard overloads.count > 1 else { return [numbered(name, overloads[0])] }
      let typed = Dictionary(grouping: overloads) { symbol($0, typed: true) }
      // A requirement without parameters has the same name in both forms.
      let untyped =
        typed[name] == nil ? [ambiguous(name, overloads[0], isTyped: typed.count > 1)] : []
      return untyped
        + typed.keys.sorted().map { name in
          typed[name]!.count == 1
            ? numbered(name, typed[name]![0]) : ambiguous(name, typed[name]![0], isTyped: false)
        }
    }.lines
  }

  /// The actors of the requirements that are isolated to a global one, each with its number.
  ///
  /// The registry can't find them at run time. They decide whether an extension can answer if its
  /// constraints hold on one actor only.
  private var actors: [String] {
    requirements.compactMap { requirement in
      declared.globalActor(of: requirement).map {
        "\(requirement.number): (\($0.dropFirst())).self"
      }
    }
  }

  private func numbered(_ name: String, _ requirement: Requirement) -> String {
    // Noncopyable subjects have no join points at all.
    let hasNone = !isNoncopyable && requirement.obstacle(to: \.joinPoint) != nil
    let number =
      hasNone
      ? "Graft::GeneratedCode.NoJoinPoint"
      : "Graft::GeneratedCode.RequirementNumber<\(requirement.number)>"
    return "  \(access)typealias \(name) = \(requirement.form.type(number))"
  }

  private func ambiguous(
    _ name: String, _ requirement: Requirement, isTyped: Bool = true
  ) -> String {
    let difference =
      isTyped
      ? "types only: override all of them, or write 'typed: true' in the attribute"
      : "the result or 'async' only, which a record does not tell apart: override all of them in "
        + "one class; none can be @Advisable"
    return """
        @available(*, unavailable, message: "\(requirement.untypedRecordName) has overloads \
      that differ in \(difference)")
        \(access)typealias \(name) = Graft::GeneratedCode.NoRequirement
      """
  }

  /// A requirement's line in the protocol's description.
  private func described(_ requirement: Requirement) -> String {
    let signature = AdviceSignature(declared: declared, requirement: requirement)
    let line = RequirementLine(
      name: requirement.name, nameInRecords: requirement.nameInRecords,
      obstacle: signature.obstacle,
      parameters: requirement.arguments { ($0.writtenName ?? $0.name).filter { $0 != "`" } },
      throwing: signature.thrownType != nil ? .typed : signature.canThrow ? .any : .never,
      isOfType: requirement.subject == .type)
    return line.text.replacing("\t", with: "\\t")
  }

  /// The error of `@Advisable` for a protocol whose subjects may be noncopyable.
  private var closedBase: String {
    """
      @available(*, unavailable, message: "a member that a ~Copyable protocol requires can't be \
    advised: remove '@Advisable'")
      \(access)static func \(Epoch.prefix)base<Subject: ~Copyable>(of: Subject.Type) -> \
    any Graft::ExtensionBase.Type { Swift::fatalError() }

    """
  }

  /// The function that returns the base class of a subject whose type is known at run time.
  private var openedBase: String {
    let name = declared.name
    return """
        // The protocol's name can be that of a member type in an extension of it.
        \(access)typealias _AnyType = any \(name).Type
        // Out of line, so that the type is opened where nobody has seen what it was made of.
        @inline(never) \(access)static func \(Epoch.prefix)base(\
      of type: _AnyType) -> any Graft::ExtensionBase.Type {
          func base<_Dynamic: \(name)>(_: _Dynamic.Type) -> any Graft::ExtensionBase.Type { \
      \(declared.className)<_Dynamic>.self }
          return base(type)
        }

      """
  }
}
