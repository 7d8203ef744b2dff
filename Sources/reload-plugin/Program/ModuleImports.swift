// SPDX-License-Identifier: Apache-2.0

/// The modules of a program that see each other's declarations, by their imports.
struct ModuleImports {
  private let modules: [ProgramModule]
  /// The modules that a module's files import.
  private var imported: [String: Set<String>] = [:]

  init(of modules: [ProgramModule], in sources: ProgramSources, reading cache: SourceCache) {
    self.modules = modules
    let names = Set(modules.map(\.name))
    for (path, text) in sources.files {
      guard let module = modules.first(where: { $0.holds(path) }) else { continue }
      imported[module.name, default: []]
        .formUnion(names.intersection(cache.importedWords(path, text)))
    }
  }

  /// The module itself, and those that import it or one that does: it may be exported again.
  func modules(seeing name: String) -> [ProgramModule] {
    modules.filter { closure(of: $0.name).contains(name) }
  }

  /// The module itself, and those that it imports or that these import.
  func modules(seenBy name: String) -> [ProgramModule] {
    let seen = closure(of: name)
    return modules.filter { seen.contains($0.name) }
  }

  private func closure(of name: String) -> Set<String> {
    var seen: Set = [name]
    var pending = [name]
    while let next = pending.popLast() {
      for other in imported[next] ?? [] where seen.insert(other).inserted {
        pending.append(other)
      }
    }
    return seen
  }
}
