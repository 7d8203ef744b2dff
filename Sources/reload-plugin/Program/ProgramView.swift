// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftSyntax

/// Parsed files, kept as long as their texts are in use.
final class SourceCache {
  private var readers: [String: [(text: String, reader: SourceReader)]] = [:]
  private var imports: [String: (text: String, words: Set<String>)] = [:]

  /// The built, the running and the saved text of a file.
  private static let capacity = 3

  func reader(_ path: String, _ text: String) -> SourceReader {
    if let known = readers[path]?.first(where: { $0.text == text }) { return known.reader }
    let reader = SourceReader(text, path: path)
    readers[path] = [(text, reader)] + (readers[path]?.prefix(Self.capacity - 1) ?? [])
    return reader
  }

  /// The words of a file's imports.
  func importedWords(_ path: String, _ text: String) -> Set<String> {
    if let known = imports[path], known.text == text { return known.words }
    var words: Set<String> = []
    for line in text.split(separator: "\n") where line.contains("import ") {
      words.formUnion(
        line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }
    imports[path] = (text, words)
    return words
  }
}

/// The types that inherit the initialisers of others, as far as they were looked for.
private final class InitialisedTypes {
  private var known: [String: Set<String>] = [:]

  func types(of type: String, orElse found: @autoclosure () -> Set<String>) -> Set<String> {
    if let types = known[type] { return types }
    let types = found()
    known[type] = types
    return types
  }
}

/// The declarations of a program, and what they mention.
struct ProgramView {
  let built: ProgramSources
  let target: ProgramSources
  let modules: [ProgramModule]
  let cache: SourceCache
  private let imports: ModuleImports
  private let initialised = InitialisedTypes()

  init(
    built: ProgramSources, target: ProgramSources, modules: [ProgramModule], cache: SourceCache
  ) {
    (self.built, self.target, self.modules, self.cache) = (built, target, modules, cache)
    imports = ModuleImports(of: modules, in: target, reading: cache)
  }

  func reader(_ path: String, in sources: ProgramSources) -> SourceReader {
    cache.reader(path, sources.files[path] ?? "")
  }

  func writer(_ path: String, number: Int = 0) -> ReplacementWriter {
    ReplacementWriter(
      reader(path, in: target), at: path, of: module(of: path)?.name ?? "", number: number,
      isNew: built.files[path] == nil)
  }

  func module(of path: String) -> ProgramModule? { modules.first { $0.holds(path) } }

  /// The file's name, with its module if another file has the same.
  func name(_ path: String) -> String { target.name(path, of: modules) }

  // MARK: Mentions

  /// The declarations that may use another one.
  ///
  /// The names tell; the compiler knows the rest.
  func users(
    of declaration: Declaration, in path: String
  ) -> [(path: String, declaration: Declaration)] {
    let types = initialised(by: declaration)
    let names = declaration.names + types + (types.isEmpty ? [] : ["Self"])
    guard let module = module(of: path), !names.isEmpty else { return [] }
    var users: [(String, Declaration)] = []
    let seeing = declaration.isPrivate ? [module] : imports.modules(seeing: module.name)
    for (other, text) in target.files.sorted(by: { $0.key < $1.key }) {
      if declaration.isPrivate && other != path { continue }
      guard names.contains(where: text.holds), seeing.contains(where: { $0.holds(other) })
      else { continue }
      for user in cache.reader(other, text).declarations {
        if user.identity == declaration.identity && other == path { continue }
        if user.mentions(declaration, by: self.names(of: declaration, in: user)),
          user.mayCall(declaration)
        {
          users.append((other, user))
        }
      }
    }
    return users
  }

  /// The names by which a user can mention a declaration.
  ///
  /// An initialiser has those of the types that inherit it, and `Self` in these; a designated one
  /// of a class has `super.init` there, too.
  private func names(of declaration: Declaration, in user: Declaration) -> [String] {
    let types = initialised(by: declaration)
    let isOfHeir = user.scope.type.map { types.contains($0.lastName) } ?? false
    let own = declaration.isDesignated ? ["Self", "super.init"] : ["Self"]
    return declaration.names + types + (isOfHeir ? own : [])
  }

  /// The type that has an initialiser, and those that inherit it.
  private func initialised(by declaration: Declaration) -> Set<String> {
    guard declaration.kind == .initializer, let type = declaration.scope.type?.lastName else {
      return []
    }
    return initialised.types(of: type, orElse: heirs(of: type))
  }

  /// The functions or initialisers of a declaration's name in its module.
  func namesakes(of declaration: Declaration, in path: String) -> [Declaration] {
    guard let module = module(of: path) else { return [] }
    return target.files.filter { module.holds($0.key) && $0.value.holds(declaration.plainName) }
      .flatMap { cache.reader($0.key, $0.value).declarations }
      .filter { $0.kind == declaration.kind && $0.hasSameName(as: declaration) }
  }

  /// Whether a declaration may use another one.
  func uses(
    _ user: Declaration, in path: String, _ declaration: Declaration, in other: String
  ) -> Bool {
    if path == other && user.identity == declaration.identity { return false }
    if declaration.isPrivate && path != other { return false }
    guard let from = module(of: path), let to = module(of: other) else { return false }
    return imports.modules(seenBy: from.name).contains { $0.name == to.name }
      && user.syntaxMentions(declaration, by: names(of: declaration, in: user))
  }

  // MARK: Protocols

  /// The names of requirements that types of the standard library's protocols have
  /// without writing them.
  private static let given: Set = [
    "==", "hash", "hashValue", "encode", "allCases", "rawValue", "description",
    "debugDescription", "customMirror", "errorDescription", "localizedDescription", "id",
    "CodingKeys",
  ]

  /// The protocol that may require a member with the name of a declaration.
  ///
  /// A protocol that is not built is compiled again with the types that inherit it.
  ///
  /// - Returns: the place of the protocol, or its name; nil if there is none.
  func requirement(like declaration: Declaration, in path: String) -> String? {
    guard let type = declaration.scope.type?.lastName, let module = module(of: path) else {
      return nil
    }
    let seen = imports.modules(seenBy: module.name)
    let name = declaration.kind == .subscript ? "subscript" : declaration.plainName
    guard !name.isEmpty else { return nil }
    for (other, text) in target.files.sorted(by: { $0.key < $1.key })
    where text.holds("protocol") && text.holds(name) && seen.contains(where: { $0.holds(other) }) {
      // A private member can implement a protocol of its file only.
      if declaration.isPrivate && other != path { continue }
      for found in cache.reader(other, text).declarations
      where found.kind == .protocolDeclaration && found.requirements.contains(name)
        && builtPath(of: found, in: other) != nil
      {
        if heirs(of: found.baseName).contains(type) {
          return "the protocol \(found.baseName) at \(self.name(other)):\(found.line)"
        }
      }
    }
    guard Self.given.contains(name) || declaration.isOperator else { return nil }
    return foreignProtocol(of: type)
  }

  /// The place of a member that overrides a declaration; nil if there is none.
  func override(of declaration: Declaration) -> String? {
    guard let type = declaration.scope.type?.lastName else { return nil }
    let heirs = heirs(of: type)
    for (path, text) in target.files.sorted(by: { $0.key < $1.key }) where text.holds("override") {
      for member in cache.reader(path, text).declarations
      where member.modifiers.contains("override") && member.ownTitle == declaration.ownTitle {
        if let owner = member.scope.type?.lastName, heirs.contains(owner) {
          return "\(name(path)):\(member.line)"
        }
      }
    }
    return nil
  }

  /// The names of a type or protocol, and of what inherits it or is another name for it.
  private func heirs(of name: String) -> Set<String> {
    var heirs: Set = [name]
    var pending = [name]
    while let next = pending.popLast() {
      for (path, text) in target.files where text.holds(next) {
        for declaration in cache.reader(path, text).declarations
        where declaration.inherited.contains(next) || declaration.isAlias(of: next) {
          let heir = declaration.extendedName
          if heirs.insert(heir).inserted { pending.append(heir) }
        }
      }
    }
    return heirs
  }

  /// A protocol of another package that a type inherits, by its name.
  private func foreignProtocol(of type: String) -> String? {
    for (path, text) in target.files.sorted(by: { $0.key < $1.key }) where text.holds(type) {
      for declaration in cache.reader(path, text).declarations
      where declaration.extendedName == type {
        let foreign = declaration.inherited.first { name in
          !target.files.contains { path, text in
            text.holds(name)
              && cache.reader(path, text).declarations.contains {
                [.protocolDeclaration, .typeHead].contains($0.kind) && $0.baseName == name
              }
          }
        }
        if let foreign { return "the protocol \(foreign)" }
      }
    }
    return nil
  }

  /// The name of another file that the program was built from and that declares the
  /// same type.
  func builtFile(of declaration: Declaration, besides path: String) -> String? {
    builtPath(of: declaration, in: path) { $0 != path }.map(name)
  }

  /// The file of a path's module that the program was built from and that has a declaration.
  private func builtPath(
    of declaration: Declaration, in path: String, where isSearched: (String) -> Bool = { _ in true }
  ) -> String? {
    let module = module(of: path)?.name
    return built.files.first { other, text in
      isSearched(other) && self.module(of: other)?.name == module
        && text.holds(declaration.baseName)
        && cache.reader(other, text).declarations.contains {
          $0.kind == declaration.kind && $0.title == declaration.title
        }
    }?.key
  }
}

extension Declaration {
  /// The name of the type or protocol that it declares or extends.
  fileprivate var extendedName: String {
    syntax.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription.lastName ?? baseName
  }

  /// Whether the compiler finds calls that have no meaning any more.
  var isCallable: Bool {
    switch kind {
    case .function, .initializer: true
    case .computed: syntax.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation != nil
    default: false
    }
  }

  /// Whether its own text, without that of members with a line of their own, may use
  /// another declaration.
  fileprivate func mentions(_ other: Declaration, by names: [String]) -> Bool {
    if isInExtension(naming: other) { return true }
    return switch kind {
    case .typeHead, .conformance, .protocolDeclaration, .alias:
      // Functions aren't used there.
      other.isCallable ? false : uses(names)
    case .enumerationCase: false
    case .stored where other.isCallable:
      body.split(separator: " ").contains { names.contains(String($0).withoutBackticks) }
        || names.contains(where: isAttributed)
    default: uses(names)
    }
  }

  /// Whether an attribute mentions a name, such as that of a property wrapper.
  private func isAttributed(with name: String) -> Bool {
    syntax.asProtocol((any WithAttributesSyntax).self)?.attributes.mentions(name) == true
  }

  /// Whether it has the label that each call of an initialiser has, takes one as a value, or
  /// calls it with a trailing closure or as a property wrapper, which need no label.
  fileprivate func mayCall(_ other: Declaration) -> Bool {
    guard other.kind == .initializer, let label = other.firstRequiredLabel else { return true }
    if Self.wrapping.contains(label) { return true }
    return syntax.tokens(viewMode: .sourceAccurate).contains { token in
      token.isName(label) || token.isInitializerValue || token.isCalledWithClosure
    }
  }

  /// Whether its whole text may use another declaration.
  fileprivate func syntaxMentions(_ other: Declaration, by names: [String]) -> Bool {
    if isInExtension(naming: other) { return true }
    if other.kind == .subscript { return syntax.hasSubscripts }
    let isWhole = [.typeHead, .conformance, .protocolDeclaration].contains(kind)
    return isWhole ? names.contains { syntax.mentions($0) } : uses(names)
  }

  /// Whether the extension around it names a type.
  private func isInExtension(naming other: Declaration) -> Bool {
    [.typeHead, .protocolDeclaration, .alias].contains(other.kind)
      && scope.extensionNames.contains(other.plainName)
  }
}
