// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ImageContents {
  /// Whether an extension's class was compiled against a library with library evolution; nil if
  /// that is not found, as without a section table.
  ///
  /// - Parameters:
  ///   - name: the extension's name, which may lack the module.
  ///   - baseClass: the name with its module.
  func isResilient(_ name: String, to baseClass: String) -> Bool? {
    var isReadable = true
    let program = SwiftProgram { _ in isReadable = false }
    program.add(entry, isConcerned: true)
    var classes: [(name: String, isResilient: Bool)] = []
    for file in program.files {
      program.eachSubclass(in: file) { declared, context, base throws(InspectionError) in
        guard program.name(base) == baseClass else { return }
        classes.append((program.name(declared), context.flags.hasResilientSuperclass))
      }
    }
    guard isReadable, !classes.isEmpty else { return nil }
    let namesakes = classes.filter {
      $0.name.split(separator: ".").last == name.split(separator: ".").last
    }
    let found = classes.first { $0.name == name } ?? (namesakes.count == 1 ? namesakes[0] : nil)
    // Defaults of authors have no class of their name.
    return found?.isResilient ?? classes.allSatisfy(\.isResilient)
  }

  /// Whether its module with a base class was built with library evolution; nil if no symbol tells.
  func hasEvolution(_ baseClass: String) -> Bool? {
    try? ELFFile(entry).libraryEvolution(of: [baseClass])[baseClass]
  }
}
