// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The images that the dynamic linker would load into a process: the
/// executable, the libraries it needs, and plug-ins.
struct LoadedProcess {
  /// A loaded file.
  final class Image {
    let file: LoadableFile
    /// The names under which images that need it find it.
    fileprivate(set) var names: Set<Path>
    /// Whether it was opened and then refused.
    ///
    /// It stays mapped, and its records do not count.
    var isRefused = false
    /// The images that it needs directly, in the order of their names in the file.
    fileprivate(set) var needed: [Image] = []
    /// The image that first needed it; nil for the executable and for opened images.
    fileprivate let parent: Image?
    fileprivate let searched: LibrarySearch.Image

    /// - Parameter path: the path from which it is loaded; that of an executable has no links.
    fileprivate init(
      _ file: LoadableFile, at path: Path? = nil, named name: Path, for parent: Image?,
      on system: LibrarySystem
    ) {
      (self.file, self.parent) = (file, parent)
      let folder = (path ?? file.path).folder
      searched = LibrarySearch.Image(
        origin: system.path(of: (folder.bytes.isEmpty ? Path(".") : folder).resolved).bytes,
        rPath: file.dynamic.rPath, runPath: file.dynamic.runPath, flags: file.dynamic.flags)
      names = [name, file.dynamic.soname ?? name]
    }
  }

  /// The images, in the order of loading.
  private(set) var images: [Image] = []
  /// The images whose symbols are found first: the executable and those it
  /// needs.
  private(set) var global: [Image] = []
  let machine: MachineKind
  /// The image that opens plug-ins; nil if none has Graft.
  private(set) var graft: Image?
  /// The space for thread-local variables; nil for machines for which it is not known.
  var staticVariables: StaticVariables?
  private let search: LibrarySearch
  private let system: LibrarySystem
  /// The files of the executable's libraries that no searched folder has.
  private var elsewhere: [Path] = []

  /// Loads an executable.
  ///
  /// - Parameters:
  ///   - executable: the executable; the libraries it needs must exist.
  ///   - others: files that can be such libraries, if no folder that is searched has them.
  ///   - root: the folder that is the machine's root; nil for this machine.
  init(executable: Path, others: [Path], root: Path?) throws(PluginRefusal) {
    system = LibrarySystem(root: root)
    let executable = system.file(at: executable)
    let file = try LoadableFile(executable, for: nil)
    machine = MachineKind(file.header)
    search = LibrarySearch(for: machine, in: system)
    let image = Image(file, at: executable.resolved, named: executable, for: nil, on: system)
    elsewhere = others.map(system.file)
    global = try load(image) { _ in }
    elsewhere = []
    images = global
    graft = images.first { $0.file.hasLoader }
    if file.header.u16(18) == Machine.x86_64 { staticVariables = StaticVariables(images) }
  }

  /// Whether the executable is static, so that it loads nothing.
  var isStatic: Bool {
    global[0].file.dynamic.needed.isEmpty
      && !global[0].file.segments.contains { $0.type == Segment.interpreter }
  }

  /// The loaded image that `dlopen` of a file would return.
  ///
  /// The dynamic linker does not know which file the executable is.
  func image(of identity: InputFile.Identity?) -> Image? {
    identity.flatMap { identity in images.dropFirst().first { $0.file.identity == identity } }
  }

  /// The images that `dlopen` would load, the opened one first.
  ///
  /// - Parameter byBuild: whether a build that was opened before is not opened again from
  ///   another path.
  ///   - note: called for each library that is searched for.
  /// - Returns: the image and all that it needs.
  func opening(
    _ file: LoadableFile, byBuild: Bool, noting note: (PluginFit.Library) -> Void
  ) throws(PluginRefusal) -> [Image] {
    if let image = image(of: file.identity) { return try load(image, note) }
    if byBuild, let image = opened.first(where: { $0.file.isSameBuild(as: file) }) {
      return try load(image, note)
    }
    let image = Image(file, named: file.path, for: nil, on: system)
    return try load(image, refusal: file.linkerRefusal, note)
  }

  /// The images that were opened, without those they need.
  private var opened: [Image] { images.dropFirst().filter { $0.parent == nil } }

  /// Whether it has a library that was not opened as a plug-in: this build, or one of that name.
  func hasOtherwise(_ file: LoadableFile, isPlugin: Bool) -> Bool {
    images.enumerated().contains { index, image in
      guard index == 0 || image.parent != nil else { return false }
      let name = file.dynamic.soname ?? file.path.lastComponent
      let hasName = !isPlugin && index > 0 && image.names.contains(name)
      return hasName || image.file.isSameBuild(as: file)
    }
  }

  /// The file here that a path leads to.
  func file(at path: Path) -> Path { system.file(at: path) }

  func isMapped(_ image: Image) -> Bool { images.contains { $0 === image } }

  mutating func map(_ new: [Image]) { images += new }

  /// Finds all images that an image needs, in the dynamic linker's order: the
  /// image itself, those it needs directly, and so on.
  ///
  /// - Parameter refusal: the dynamic linker's objection to the image itself.
  private func load(
    _ image: Image, refusal: PluginRefusal? = nil, _ note: (PluginFit.Library) -> Void
  ) throws(PluginRefusal) -> [Image] {
    // `load` looks at all libraries that are found before the dynamic linker does.
    var refusal = refusal
    var limit = SearchLimit()
    var all = [image]
    var next = 0
    while next < all.count {
      let one = all[next]
      next += 1
      if one.needed.isEmpty {
        for name in one.file.dynamic.needed {
          // A crafted file can name one library any number of times.
          if let found = try find(name, for: one, all, &refusal, &limit, note),
            !one.needed.contains(where: { $0 === found })
          {
            one.needed.append(found)
          }
        }
      }
      for needed in one.needed where !all.contains(where: { $0 === needed }) {
        all.append(needed)
      }
    }
    if let refusal { throw refusal }
    return all
  }

  private func find(
    _ name: Path, for image: Image, _ new: [Image], _ refusal: inout PluginRefusal?,
    _ limit: inout SearchLimit, _ note: (PluginFit.Library) -> Void
  ) throws(PluginRefusal) -> Image? {
    let name = Path(bytes: search.expanded(name.bytes, for: image.searched))
    let known = images + new + new.flatMap(\.needed)
    if let found = known.first(where: { $0.names.contains(name) }) { return found }
    let result: LibrarySearch.Result
    do throws(InspectionError) {
      result = try limit.result(of: search, for: name.bytes, neededBy: loaders(of: image))
    } catch {
      throw .notLoaded(new[0].file.name, "\(image.file.name): \(error.text)")
    }
    let searched = result.folders.map(system.display)
    let named = result.path == nil ? elsewhere.first { $0.isLibrary(name) } : nil
    let located = named ?? result.path.map { system.located(Path(bytes: $0)) }
    note(
      PluginFit.Library(
        name: name.display, path: located?.display, user: image.file.name, searched: searched))
    guard let located else {
      let isPath = searched.isEmpty
      let reason = PluginRefusal.missingLibrary(
        "No such file or directory",
        neededBy: isPath || image === new[0] ? nil : image.file.name, searched: searched)
      refusal =
        refusal
        ?? .libraryRefused(new[0].file.name, PluginRefusal.notFound(name.display, reason).text)
      return nil
    }
    let file: LoadableFile
    do {
      file = try LoadableFile(located, for: machine)
    } catch {
      throw .libraryRefused(new[0].file.name, error.text)
    }
    if let identity = file.identity,
      let found = known.first(where: { $0.file.identity == identity })
    {
      found.names.insert(name)
      return found
    }
    refusal = refusal ?? file.linkerRefusal
    // `$ORIGIN` is the folder of a link, not that of its target.
    let path = result.path.map { found in
      let found = Path(bytes: found)
      return system.located(found.folder).appending(found.lastComponent.bytes)
    }
    return Image(file, at: path, named: name, for: image, on: system)
  }

  // MARK: The search for libraries

  /// The image that needs libraries, and those that loaded it, up to the executable.
  private func loaders(of image: Image) -> [LibrarySearch.Image] {
    sequence(first: image) { one in one.parent ?? (one === images.first ? nil : graft) }
      .map(\.searched)
  }
}

extension Path {
  /// Whether it is a library of this name: by its soname, or by its own name if it has none.
  fileprivate func isLibrary(_ name: Path) -> Bool {
    let soname = (try? LoadableFile(self, for: nil))?.dynamic.soname
    return soname ?? lastComponent == name
  }
}

extension LoadedProcess.Image {
  /// The first symbol that a new image lacks; nil if there is none.
  ///
  /// - Parameter scope: the images to search for symbols, in order.
  func missingSymbol(in scope: [LoadedProcess.Image]) -> String? {
    file.dynamic.references.first { owner(of: $0, in: scope) == nil }?.name
  }

  fileprivate func owner(
    of reference: DynamicTables.Reference, in scope: [LoadedProcess.Image]
  ) -> LoadedProcess.Image? {
    reference.isOwn
      ? self : scope.first { $0.file.dynamic.defines(reference.name, reference.version) }
  }
}

extension LoadedProcess {
  /// Places the thread-local variables that a new image needs.
  ///
  /// - Parameter scope: the images to search for symbols, in order.
  /// - Returns: the image whose variables there is no place for; nil if there is none.
  mutating func placeVariables(of image: Image, in scope: [Image]) -> Image? {
    let owners = image.file.dynamic.staticVariables.compactMap { reference in
      reference.map { image.owner(of: $0, in: scope) } ?? image
    }
    return owners.first { staticVariables?.place($0) == false }
  }

  /// The dynamic linker's first objection to the versions of symbols in new images
  /// (`_dl_check_map_versions` in glibc's `elf/dl-version.c`); nil if there is none.
  ///
  /// A library without versions has whatever is asked for.
  ///
  /// - Parameter limits: the newest versions that libraries may have.
  func versionProblem(in scope: [Image], limits: [SymbolVersion]) -> String? {
    for image in scope where !isMapped(image) {
      let needs = image.file.dynamic.neededVersions
      // Needs of one library follow each other.
      var last: (name: Path, library: Image?)?
      for need in needs where !need.mayBeMissing {
        if let wanted = SymbolVersion(need.version),
          limits.contains(where: { $0.isOlder(than: wanted) })
        {
          return "\(need.library.display): version `\(need.version)' not found "
            + "(required by \(image.file.name))"
        }
        if last?.name != need.library {
          last = (need.library, (images + scope).first { $0.names.contains(need.library) })
        }
        guard let library = last?.library, let versions = library.file.dynamic.definedVersions,
          !versions.contains(need.version)
        else { continue }
        return "\(library.file.name): version `\(need.version)' not found "
          + "(required by \(image.file.name))"
      }
      let relative = "GLIBC_ABI_DT_RELR"
      if image.file.dynamic.hasPackedRelocations,
        !needs.contains(where: { $0.version == relative }),
        needs.contains(where: { $0.library.display.hasPrefix("libc.so.") })
      {
        return "\(image.file.name): DT_RELR without \(relative) dependency"
      }
    }
    return nil
  }
}
