// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftSyntax

/// The replacements that take a program from its build to another version of
/// its sources.
struct ReplacementPlan {
  struct File {
    let path: String
    let module: String
    let changes: FileChanges
    let reader: SourceReader
  }

  private(set) var files: [File] = []
  /// The reasons why the change requires a build; empty if replacements suffice.
  private(set) var problems: [String] = []
  private let version: ProgramSources
  private let modules: [ProgramModule]
  private lazy var imports = ModuleImports(of: modules, in: version)

  /// Plans replacements.
  ///
  /// - Parameter earlier: the declarations replaced so far, by file.
  init(
    from original: ProgramSources, to version: ProgramSources, of modules: [ProgramModule],
    earlier: [String: Set<Declaration.Identity>]
  ) {
    (self.version, self.modules) = (version, modules)
    let touched = Set(version.changes(from: original)).union(earlier.keys)
    for module in modules {
      for path in touched.sorted() where module.holds(path) {
        let before = SourceReader(original.files[path] ?? "", path: path)
        let after = SourceReader(version.files[path] ?? "", path: path)
        let changes = FileChanges(from: before, to: after, earlier: earlier[path] ?? [])
        files.append(File(path: path, module: module.name, changes: changes, reader: after))
      }
    }
    for file in files { judge(file) }
  }

  var isEmpty: Bool {
    files.allSatisfy { $0.changes.replaced.isEmpty && $0.changes.added.isEmpty }
  }

  private mutating func judge(_ file: File) {
    let name = (file.path as NSString).lastPathComponent
    for problem in file.changes.problems {
      problems.append("\(name):\(problem.line): \(problem.text)")
    }
    for (declaration, problem) in file.changes.withdrawn {
      guard let user = user(of: declaration, in: file.module) else { continue }
      problems.append("\(name):\(problem.line): \(problem.text), and \(user) uses it")
    }
    for declaration in file.changes.added where declaration.scope.type != nil {
      let place = "\(name):\(declaration.line)"
      let isProtocol = { (other: Declaration) in other.kind == .protocolDeclaration }
      let seen = imports.modules(seenBy: file.module)
      let found = find(declaration.baseName, in: seen, beside: "protocol", where: isProtocol)
      guard let user = found else { continue }
      problems.append(
        "\(place): \(declaration.title) may be what the protocol at \(user) requires, and the "
          + "type was built without it")
    }
  }

  /// The code that stays as built and uses a removed declaration; nil if there
  /// is none.
  private mutating func user(of declaration: Declaration, in module: String) -> String? {
    let modules = imports.modules(seeing: module)
    let type = declaration.scope.type?.split(separator: ".").last.map(String.init)
    switch declaration.kind {
    case .subscript: return "other code perhaps"
    case .initializer: return find(type ?? "init", in: modules) { $0.kind != .typeHead }
    default: return find(declaration.baseName, in: modules) { _ in true }
    }
  }

  /// The code that uses a name; nil if there is none.
  ///
  /// - Parameter word: another word that such a file contains. It limits the files to
  ///   parse.
  private func find(
    _ name: String, in modules: [ProgramModule], beside word: String = "",
    where isMeant: (Declaration) -> Bool
  ) -> String? {
    guard !name.isEmpty else { return nil }
    for (path, text) in version.files.sorted(by: { $0.key < $1.key }) {
      guard text.contains(name), word.isEmpty || text.contains(word),
        modules.contains(where: { $0.holds(path) })
      else { continue }
      let file = files.first { $0.path == path }
      let new = (file?.changes.replaced ?? []) + (file?.changes.added ?? [])
      let places = new.map { $0.syntax.position..<$0.syntax.endPosition }
      let reader = file?.reader ?? SourceReader(text, path: path)
      for declaration in reader.declarations where isMeant(declaration) && declaration.uses(name) {
        if places.contains(where: { $0.contains(declaration.syntax.position) }) { continue }
        return "\((path as NSString).lastPathComponent):\(declaration.line)"
      }
    }
    return nil
  }

  /// The files of replacements, by the module whose code they replace.
  ///
  /// - Parameter number: the version's number.
  func sources(
    number: Int, of modules: [ProgramModule], original: ProgramSources
  ) throws(Problem) -> [(module: ProgramModule, files: [String])] {
    var sources: [(ProgramModule, [String])] = []
    var imports: [String] = []
    var count = 0
    for module in modules {
      var texts: [String] = []
      for file in files where file.module == module.name {
        var writer = ReplacementWriter(
          file.reader, at: file.path, of: module.name, number: count,
          isNew: original.files[file.path] == nil)
        for declaration in file.changes.replaced {
          do throws(Obstacle) { try writer.replace(declaration) } catch {
            let name = (file.path as NSString).lastPathComponent
            throw Problem("\(name):\(declaration.line): \(declaration.title) \(error.reason)")
          }
        }
        for declaration in file.changes.added { writer.add(declaration) }
        count = writer.number
        if !writer.isEmpty { texts.append(writer.file(importing: imports)) }
      }
      guard !texts.isEmpty else { continue }
      sources.append((module, texts))
      imports.append("\(module.name)__\(number)")
    }
    return sources
  }
}
