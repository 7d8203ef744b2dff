// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax
import TestSupport
import Testing

@testable import GraftMacros

@Suite("The standard library's protocols")
struct StandardProtocolTests {
  @Test("are known as the toolchain has them")
  func known() throws {
    let interface = try Interface(modules: ["Swift", "_Concurrency"])
    // Not protocols there: names of the language, and an alias of two.
    let others: Set = ["AnyActor", "AnyObject", "Codable"]
    let known = StandardProtocols.withoutAssociatedTypes.union(
      StandardProtocols.withAssociatedTypes.keys
    ).subtracting(others)
    #expect(known.subtracting(interface.names) == [])
    for name in known.sorted() {
      let types = StandardProtocols.associatedTypes(of: name)
      #expect(types.map(Set.init) == interface.associatedTypes(of: name), "\(name)")
      let isClassBound = StandardProtocols.classBound.contains(name)
      #expect(isClassBound == interface.isClassBound(name), "\(name)")
    }
  }
}

/// The public protocols of the toolchain's modules.
private struct Interface {
  private var protocols: [String: ProtocolDeclSyntax] = [:]

  init(modules: [String]) throws {
    for module in modules {
      let folder = try Self.libraries().appending(path: "\(module).swiftmodule")
      let file = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted().first {
          $0.hasSuffix(".swiftinterface") && !$0.hasSuffix(".private.swiftinterface")
        }, "the toolchain has no interface of \(module)")
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let finder = ProtocolFinder(viewMode: .sourceAccurate)
      finder.walk(Parser.parse(source: text))
      for declared in finder.protocols { protocols[declared.name.text] = declared }
    }
  }

  /// The folder with the modules of the compiler in PATH.
  private static func libraries() throws -> URL {
    let text = try Command.run("swiftc", ["-print-target-info"])
    struct Info: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    let info = try JSONDecoder().decode(Info.self, from: Data(text.utf8))
    return URL(filePath: info.paths.runtimeResourcePath).appending(path: "linux")
  }

  var names: Set<String> { Set(protocols.keys.filter { !$0.hasPrefix("_") }) }

  func associatedTypes(of name: String) -> Set<String> {
    let own =
      protocols[name]?.memberBlock.members
      .compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self)?.name.text } ?? []
    return inherited(by: name).reduce(into: Set(own.filter { !$0.hasPrefix("_") })) {
      $0.formUnion(associatedTypes(of: $1))
    }
  }

  func isClassBound(_ name: String) -> Bool {
    name == "AnyObject" || inherited(by: name).contains(where: isClassBound)
  }

  private func inherited(by name: String) -> [String] {
    (protocols[name]?.inheritanceClause?.inheritedTypes ?? []).compactMap {
      $0.type.trimmedDescription.split(separator: ".").last.map(String.init)
    }
  }
}

private final class ProtocolFinder: SyntaxVisitor {
  private(set) var protocols: [ProtocolDeclSyntax] = []

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.modifiers.contains(where: { $0.name.text == "public" }) { protocols.append(node) }
    return .skipChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
