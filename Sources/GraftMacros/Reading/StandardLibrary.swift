// SPDX-License-Identifier: Apache-2.0

import CLibrary
import ExtensionSyntax
import SwiftParser
import SwiftSyntax
import Synchronization

/// The members that the standard library's types have from extensions of its
/// protocols, according to its interface in the toolchain.
///
/// It is read only for types that a module makes conform to its own protocol, and
/// only the declarations that concern these are parsed.
struct StandardLibrary: Sendable {
  /// The toolchain's library; nil if no interface is found.
  static let ofToolchain: StandardLibrary? = {
    guard let folder = toolchainLibraries,
      let name = ModuleSources.names(in: folder).sorted().first(where: {
        $0.hasSuffix(".swiftinterface") && !$0.hasSuffix(".private.swiftinterface")
      }), let text = ModuleSources.text(of: folder + name)
    else { return nil }
    return StandardLibrary(text)
  }()

  /// The folder of the libraries for programs, beside the compiler's, which this
  /// process has loaded.
  private static var toolchainLibraries: String? {
    let maps = ModuleSources.text(of: "/proc/self/maps") ?? ""
    let library = maps.split(separator: "\n").first { $0.hasSuffix("/libSwiftSyntax.so") }
    guard let path = library?.split(separator: " ").last,
      let host = path.firstRange(of: "/host/libSwiftSyntax.so")
    else { return nil }
    return path[..<host.lowerBound] + "/linux/Swift.swiftmodule/"
  }

  /// The texts of declarations at file scope, by the name that they declare or
  /// extend.
  private let texts: [String: [String]]

  private init(_ text: String) {
    let bytes = Array(text.utf8)
    texts = bytes.withUnsafeBytes { Self.texts(in: $0) }
  }

  /// Splits an interface into declarations, which begin and end in the first column.
  ///
  /// The interface has two megabytes, most of which are of no use, so it is read as
  /// bytes.
  private static func texts(in bytes: UnsafeRawBufferPointer) -> [String: [String]] {
    var texts: [String: [String]] = [:]
    var open: (name: String, start: Int)?
    var start = 0
    while let base = bytes.baseAddress, start < bytes.count {
      let rest = bytes.count - start
      let newline = memchr(base + start, Int32(UInt8(ascii: "\n")), rest)
      let end = newline.map { UnsafeRawPointer($0) - base } ?? bytes.count
      let first = bytes[start]
      if first == UInt8(ascii: "}") {
        if let (name, begin) = open {
          texts[name, default: []].append(String(decoding: bytes[begin...start], as: UTF8.self))
        }
        open = nil
      } else if open == nil, end > start, first != UInt8(ascii: " "),
        bytes[end - 1] == UInt8(ascii: "{"),
        let name = name(in: String(decoding: bytes[start..<end], as: UTF8.self))
      {
        open = (name, start)
      }
      start = end + 1
    }
    return texts
  }

  private static func name(in line: String) -> String? {
    let words = line.split(separator: " ")
    let keywords: [Substring] = ["extension", "struct", "enum", "protocol", "class"]
    guard let index = words.firstIndex(where: keywords.contains), index + 1 < words.count else {
      return nil
    }
    let name = words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return name.split(separator: ".").last.map(String.init)
  }

  private static let parsed = Mutex<[String: [DeclSyntax]]>([:])

  private func declarations(of name: String) -> [any DeclGroupSyntax] {
    Self.parsed.withLock { parsed in
      let found =
        parsed[name]
        ?? (texts[name] ?? []).compactMap { text in
          Parser.parse(source: text).statements.first?.item.as(DeclSyntax.self)
        }
      parsed[name] = found
      return found
    }.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
  }

  // MARK: Members

  /// The members of a type.
  private struct Members {
    let own: [DeclSyntax]
    let inherited: [(protocolName: String, member: DeclSyntax)]
  }

  private static let known = Mutex<[String: Members]>([:])

  private func members(of type: String) -> Members {
    Self.known.withLock { known in
      if let members = known[type] { return members }
      let declared = declarations(of: type).filter { !$0.isConditional }
      let protocols = protocols(of: declared)
      let inherited = protocols.sorted().flatMap { name in
        declarations(of: name).compactMap { $0.as(ExtensionDeclSyntax.self) }
          .filter { $0.holds(for: protocols) }
          .flatMap { found in found.compiledMembers.map { (name, $0) } }
      }
      let members = Members(own: declared.flatMap(\.compiledMembers), inherited: inherited)
      known[type] = members
      return members
    }
  }

  /// The protocols that a type conforms to, whatever its parameters are.
  private func protocols(of declared: [any DeclGroupSyntax]) -> Set<String> {
    var found: Set<String> = []
    var next = declared.flatMap(\.inherited)
    while let name = next.popLast() {
      guard found.insert(name).inserted else { continue }
      next += declarations(of: name).filter { $0.is(ProtocolDeclSyntax.self) }.flatMap(\.inherited)
    }
    return found
  }

  /// The protocol from whose extension a type has a member that could be taken for a
  /// requirement's default; nil if there is none, or if the type has its own member.
  func `protocol`(giving type: String, _ requirement: DeclSyntax) -> String? {
    let members = members(of: type)
    if members.own.contains(where: { $0.isSame(as: requirement) }) { return nil }
    return members.inherited.first { $0.member.isSame(as: requirement) }?.protocolName
  }
}

extension DeclGroupSyntax {
  fileprivate var isConditional: Bool {
    self.as(ExtensionDeclSyntax.self)?.genericWhereClause != nil
  }

  fileprivate var inherited: [String] {
    (inheritanceClause?.inheritedTypes ?? []).flatMap(\.type.parts).map(\.unqualified)
  }

  /// The members; those of an `#if` from its first clause, which holds if the
  /// compiler has the features.
  fileprivate var compiledMembers: [DeclSyntax] { memberBlock.members.flatMap(\.withFeatures) }
}

extension MemberBlockItemSyntax {
  fileprivate var withFeatures: [DeclSyntax] {
    guard let condition = decl.as(IfConfigDeclSyntax.self) else { return [decl] }
    guard case .decls(let items)? = condition.clauses.first?.elements else { return [] }
    return items.flatMap(\.withFeatures)
  }
}

extension ExtensionDeclSyntax {
  /// Whether it only requires conformances that the type has.
  fileprivate func holds(for conformances: Set<String>) -> Bool {
    (genericWhereClause?.requirements ?? []).allSatisfy { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedDescription == "Self"
      else { return false }
      return conformance.rightType.parts.allSatisfy { conformances.contains($0.unqualified) }
    }
  }
}

extension DeclSyntax {
  /// Whether it is the same member.
  ///
  /// Two properties of one name are ambiguous whatever their types.
  fileprivate func isSame(as requirement: DeclSyntax) -> Bool {
    guard kind == requirement.kind, functionName == requirement.functionName else { return false }
    if let property { return property == requirement.property }
    return !Set(identities).isDisjoint(with: requirement.identities)
  }

  private var functionName: String? { self.as(FunctionDeclSyntax.self)?.name.text }
}
