// SPDX-License-Identifier: Apache-2.0

/// In which order files are to be loaded that need one another.
struct PluginOrder {
  /// What one file is called and needs.
  struct File {
    let names: Set<String>
    let needed: [String]

    /// - Parameters:
    ///   - path: of the file.
    ///   - soname: what it calls itself.
    ///   - needed: as its dynamic section has them, by names or by paths.
    init(path: String, soname: String?, needed: [String]) {
      names = Set([soname, ExtensionImage.fileName(of: path)].compactMap(\.self))
      self.needed = needed.map(ExtensionImage.fileName)
    }
  }

  /// For each file and each name that it needs, those among the others that have it.
  let dependencies: [[[Int]]]
  /// Each file behind those that it needs, and otherwise as they came. Of a cycle one comes
  /// first all the same, and brings the others.
  let order: [Int]

  init(_ files: [File]) {
    var byName: [String: [Int]] = [:]
    for (number, file) in files.enumerated() {
      for name in file.names { byName[name, default: []].append(number) }
    }
    let dependencies = files.enumerated().map { number, file in
      file.needed.compactMap { byName[$0] }.filter { !$0.contains(number) }
    }
    let needed = dependencies.map { $0.flatMap(\.self) }
    var order: [Int] = []
    var seen: Set<Int> = []
    for first in files.indices {
      // Not by recursion: a chain of files can be as long as the folder.
      var path = seen.insert(first).inserted ? [(file: first, next: 0)] : []
      while let (file, next) = path.last {
        guard next < needed[file].count else {
          order.append(file)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let first = needed[file][next]
        if seen.insert(first).inserted { path.append((first, 0)) }
      }
    }
    self.dependencies = dependencies
    self.order = order
  }
}
