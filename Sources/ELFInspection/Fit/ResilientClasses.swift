// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ImageContents {
  /// Whether its classes that derive from a base class were compiled against a library with library
  /// evolution; nil if no such class is found, as without a section table.
  ///
  /// - Parameter baseClass: the name with its module.
  func isResilient(to baseClass: String) -> Bool? {
    var isReadable = true
    let program = SwiftProgram { _ in isReadable = false }
    program.add(entry, isConcerned: true)
    var classes: [DeclaredContext] = []
    for file in program.files {
      program.eachSubclass(in: file) { _, context, base throws(InspectionError) in
        if program.name(base) == baseClass { classes.append(context) }
      }
    }
    return isReadable && !classes.isEmpty ? classes.allSatisfy(\.flags.hasResilientSuperclass) : nil
  }

  /// Whether its module with a base class was built with library evolution; nil if no symbol tells.
  func hasEvolution(_ baseClass: String) -> Bool? {
    try? ELFFile(entry).libraryEvolution(of: [baseClass])[baseClass]
  }
}
