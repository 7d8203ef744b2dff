// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The files among others that are a program, and those that it loads as plug-ins.
struct ProgramFiles {
  /// The executables and the files that they need, directly or not; nil if none is an executable.
  private let program: Set<Origin>?

  init(_ entries: [ScanEntry]) {
    var files: [(origin: Origin, names: [String])] = []
    var rest: [Origin] = []
    var needed: [Origin: [String]] = [:]
    for entry in entries {
      guard let file = try? ELFFile(entry), file.header.isLinked else { continue }
      let facts = file.imageFacts(problem: { _ in })
      files.append(
        (entry.origin, [facts.soname, entry.path.lastComponent.display].compactMap { $0 }))
      needed[entry.origin] = try? file.neededLibraries()
      if facts.isExecutable { rest.append(entry.origin) }
    }
    guard !rest.isEmpty else {
      program = nil
      return
    }
    var found = Set(rest)
    while let one = rest.popLast() {
      for name in needed[one] ?? [] {
        let last = Path(name).lastComponent.display
        for file in files where file.names.contains(last) && found.insert(file.origin).inserted {
          rest.append(file.origin)
        }
      }
    }
    program = found
  }

  /// The name that ranks a descriptor's extension as a plug-in's; nil for the program's.
  ///
  /// Without an executable, those with a manifest are plug-ins.
  func plugin(of located: LocatedDescriptor) -> String? {
    guard located.origin.members.isEmpty else { return nil }
    return isPlugin(located.origin, named: located.image.pluginName) ? located.identity : nil
  }

  /// Whether a file is a plug-in.
  ///
  /// - Parameter name: the name in its manifest; nil if it has none.
  func isPlugin(_ origin: Origin, named name: String?) -> Bool {
    program.map { !$0.contains(origin) } ?? (name != nil)
  }
}
