// SPDX-License-Identifier: Apache-2.0

extension ImageContents {
  /// Whether its classes that derive from a base class were compiled against a library with library
  /// evolution; nil if no such class is found, as without a section table.
  ///
  /// - Parameter baseClass: the name with its module.
  func isResilient(to baseClass: String) -> Bool? {
    var isReadable = true
    let program = SwiftProgram { _ in isReadable = false }
    program.add(entry, isConcerned: true)
    let classes = program.files.flatMap { program.classes(derivingFrom: baseClass, in: $0) }
    return isReadable && !classes.isEmpty ? classes.allSatisfy(\.hasResilientSuperclass) : nil
  }

  /// Whether its module with a base class was built with library evolution; nil if no symbol tells.
  func hasEvolution(_ baseClass: String) -> Bool? {
    try? ELFFile(entry).libraryEvolution(of: [baseClass])[baseClass]
  }
}

extension SwiftProgram {
  /// The classes of a file whose superclass has a name.
  fileprivate func classes(
    derivingFrom baseClass: String, in file: SwiftFile
  ) -> [ContextDescriptor] {
    var found: [ContextDescriptor] = []
    for entry in file.addresses(of: SwiftFile.SectionName.types, by: 4) {
      trying(file.origin) { () throws(InspectionError) in
        guard let declared = try declaration(file, indirectable: entry),
          let context = try context(declared), context.kind == .class,
          let superclass = try context.superclass,
          case .nominal(let base, _)? = try type(file, at: superclass), name(base) == baseClass
        else { return }
        found.append(context)
      }
    }
    return found
  }
}
