// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Libraries that files need and that were not named, found beside the file or as by the dynamic
/// linker.
public struct NeededLibraries: Sendable {
  /// The libraries that can declare types or bring extensions, in the order in
  /// which they are needed.
  public private(set) var entries: [ScanEntry] = []
  /// A note for each library, with the file that needs it.
  public private(set) var notes: [Problem] = []

  /// Finds the needed libraries.
  ///
  /// - Parameter given: the files that were named.
  public init(of given: [ScanEntry]) {
    var walk = LibraryWalk()
    for entry in given { walk.add(entry) }
    walk.findAll()
    let wanted = walk.wanted
    for number in given.count..<walk.files.count where wanted.contains(number) {
      let entry = walk.files[number].entry
      let user = walk.files[walk.files[number].users[0]].entry.origin
      entries.append(entry)
      notes.append(
        Problem(
          entry.origin,
          InspectionError(.neededLibrary, "read too, since \(user.shortDisplay) needs it")))
    }
    notes += walk.problems
  }
}

/// A walk from files to the libraries that they need, directly or not.
private struct LibraryWalk {
  struct File {
    let entry: ScanEntry
    /// The files above it, each with what it has for the search.
    let loaders: [LibrarySearch.Image]
    /// The files that need it, the first of which led to it.
    var users: [Int] = []
    /// Whether it was named, can declare types or bring extensions.
    var isWanted = true
  }

  private(set) var files: [File] = []
  private(set) var problems: [Problem] = []
  private var numbers: [Path: Int] = [:]
  private var identities: [InputFile.Identity: Int] = [:]
  /// The names of libraries of the toolchain.
  private var passedOver: Set<Path> = []
  private var searches = LibrarySearches()

  /// Adds a file that was named.
  mutating func add(_ entry: ScanEntry) {
    let number = files.count
    files.append(File(entry: entry, loaders: []))
    numbers[entry.path.lastComponent] = numbers[entry.path.lastComponent] ?? number
    if let identity = try? entry.open().identity { identities[identity] = number }
    guard let file = try? ELFFile(entry) else { return }
    if let name = file.imageFacts(problem: { _ in }).soname {
      numbers[Path(name)] = numbers[Path(name)] ?? number
    }
  }

  mutating func findAll() {
    var next = 0
    while next < files.count {
      findLibraries(of: next)
      next += 1
    }
  }

  private mutating func findLibraries(of number: Int) {
    let entry = files[number].entry
    guard let file = try? ELFFile(entry), file.header.isLinked, file.header.foreignClass == nil,
      let needed = try? file.neededLibraries(),
      let (kind, image) = try? file.searched(at: entry.path.asLoaded(file))
    else { return }
    let folder = entry.path.asLoaded(file).folder
    let images = [image] + files[number].loaders
    do throws(InspectionError) {
      for name in needed.map({ Path($0) }) where !passedOver.contains(name) {
        if let known = numbers[name] {
          files[known].users.append(number)
          continue
        }
        let beside = folder.appending(name.bytes)
        let found =
          try beside.exists ? beside : searches.path(of: name, for: kind, neededBy: images)
        guard let found else { continue }
        take(ScanEntry(found.withoutDotFolder, .met), name, neededBy: number, images)
      }
    } catch {
      problems.append(Problem(entry.origin, error))
    }
  }

  private mutating func take(
    _ library: ScanEntry, _ name: Path, neededBy user: Int, _ loaders: [LibrarySearch.Image]
  ) {
    // A file can have a name that its soname does not tell, as by a link.
    let identity = try? library.open().identity
    if let known = identity.flatMap({ identities[$0] }) {
      numbers[name] = known
      files[known].users.append(user)
      return
    }
    let file = try? ELFFile(library)
    let bringsRecords = file?.bringsRecords == true
    if name.isOfSystem, !bringsRecords {
      passedOver.insert(name)
      return
    }
    numbers[name] = files.count
    if let identity { identities[identity] = files.count }
    files.append(
      File(
        entry: library, loaders: loaders, users: [user],
        isWanted: bringsRecords || file?.mayHaveSwiftSections == true))
  }

  /// The files that are wanted, and those that lead to them: these decide what belongs to the
  /// program.
  var wanted: Set<Int> {
    var rest = files.indices.filter { files[$0].isWanted }
    var found = Set(rest)
    while let one = rest.popLast() {
      for user in files[one].users where found.insert(user).inserted { rest.append(user) }
    }
    return found
  }
}

extension ELFFile {
  /// Whether it has records; the section of Graft's own libraries is empty.
  fileprivate var bringsRecords: Bool {
    let found = try? sections(named: RecordLayout.sectionName, problem: { _ in })
    return header.isLinked && found?.contains { $0.byteCount > 0 } == true
  }
}

extension Path {
  /// Whether it has the name of a library of the toolchain, which is read only if one of its types
  /// is needed, or of Graft's own.
  ///
  /// Others can have such a name too, and are told by their records.
  var isOfSystem: Bool {
    ["libswift", "libFoundation", "lib_Foundation", "libGraft-", "libGraftCourier"].contains {
      bytes.starts(with: Array($0.utf8))
    }
  }

  /// The path under which the dynamic linker knows a file: a program's has no symbolic links.
  fileprivate func asLoaded(_ file: ELFFile) -> Path {
    isSymbolicLink && file.imageFacts(problem: { _ in }).isExecutable ? resolved : self
  }

  fileprivate var withoutDotFolder: Path {
    bytes.starts(with: [0x2e, 0x2f]) ? Path(bytes: Array(bytes.dropFirst(2))) : self
  }
}
