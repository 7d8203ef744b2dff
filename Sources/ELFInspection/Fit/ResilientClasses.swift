// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The classes of an image that were compiled against a library with library evolution. Classes of
/// the base class's own module tell nothing: their code knows its layout anyway.
struct ResilientClasses {
  private typealias Class = (name: String, isResilient: Bool)

  /// The subclasses of each base class, by their names without the module.
  private let subclasses: [String: [Substring: [Class]]]

  /// Nil if the classes can't all be read.
  init?(_ entry: ScanEntry) {
    var isReadable = true
    let program = SwiftProgram { _ in isReadable = false }
    program.add(entry, isConcerned: true)
    var found: [String: [Substring: [Class]]] = [:]
    for file in program.files {
      program.eachSubclass(in: file) { declared, context, base throws(InspectionError) in
        let (name, base) = (program.name(declared), program.name(base))
        guard name.prefix(while: { $0 != "." }) != base.prefix(while: { $0 != "." }) else { return }
        found[base, default: [:]][Self.unqualified(name), default: []]
          .append((name, context.flags.hasResilientSuperclass))
      }
    }
    guard isReadable else { return nil }
    subclasses = found
  }

  /// Whether an extension's class was; nil if that is not found, as without a section table.
  ///
  /// - Parameters:
  ///   - name: the extension's name, which may lack the module.
  ///   - baseClass: the name with its module.
  func isResilient(_ name: String, to baseClass: String) -> Bool? {
    guard let all = subclasses[baseClass] else { return nil }
    let namesakes = all[Self.unqualified(name)] ?? []
    let found = namesakes.first { $0.name == name } ?? (namesakes.count == 1 ? namesakes[0] : nil)
    // Defaults of authors have no class of their name.
    return found?.isResilient ?? all.values.joined().allSatisfy(\.isResilient)
  }

  private static func unqualified(_ name: String) -> Substring {
    name.split(separator: ".").last ?? ""
  }
}

extension ImageContents {
  /// Whether its module with a base class was built with library evolution; nil if no symbol tells.
  func hasEvolution(_ baseClass: String) -> Bool? {
    try? ELFFile(entry).libraryEvolution(of: [baseClass])[baseClass]
  }
}
