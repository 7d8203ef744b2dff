// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

extension ExtensionImage {
  /// Opens a plug-in and lets its extensions count.
  ///
  /// The image is kept loaded for ever. Until it is accepted none of its extensions
  /// counts. Loading a file again does nothing but take it in once more, if it was
  /// withdrawn, superseded, rolled back or refused.
  ///
  /// - Parameters:
  ///   - path: as for `dlopen`; without a slash it is searched for.
  ///   - identity: what the file is a build of. It supersedes what was loaded of this
  ///     identity before; without one, what has the same manifest's name or SONAME. Of a file
  ///     that counts already it changes nothing.
  ///   - choice: what becomes of it if it would bring a conflict.
  ///   - allowsOtherCompilers: true to take the image although another compiler has compiled it
  ///     than this Graft.
  /// - Returns: what it brought, and the answers that are other ones now.
  /// - Throws: `ImageLoadError`; then nothing of the image counts.
  public static func load(
    _ path: String, identity: String? = nil, onConflict choice: ConflictChoice = .refuse,
    allowingOtherCompilers allowsOtherCompilers: Bool = false
  ) throws(ImageLoadError) -> ImageArrival {
    do throws(ImageLoadError) {
      // Before any code of it runs.
      if !allowsOtherCompilers, path.contains("/") { try PluginFile(path).checkCompiler() }
      return try load(
        path, from: .path, identity: identity, onConflict: choice,
        allowingOtherCompilers: allowsOtherCompilers)
    } catch {
      Registry.shared.note(.refused(path: path, error))
      throw error
    }
  }

  /// What is mapped for a path.
  enum Source {
    case path
    /// The file there, if it is the one that was judged.
    case judged(FileState)
    /// A copy of what was there, under this name.
    case sealed(FileState, name: String)
  }

  static func load(
    _ path: String, from source: Source, identity: String? = nil, onConflict choice: ConflictChoice,
    allowingOtherCompilers allowsOtherCompilers: Bool
  ) throws(ImageLoadError) -> ImageArrival {
    let imageChanges = LoadedImages.changes
    let handle = try open(path, from: source)
    let isNew = LoadedImages.changes != imageChanges
    let registry = Registry.shared
    var opened = registry.opened(handle, identity: identity, isNew: isNew)
    opened.breaksTies = choice == .firstByName
    do throws(ImageLoadError) {
      // A name that was searched for.
      if !allowsOtherCompilers, !path.contains("/") {
        try PluginFile(handle.name).checkCompiler()
      }
      try ImageCheck(path: path, opened: opened, registry: registry).check(handle)
      let (changes, conflicts) = try accept(opened, path, choice)
      if opened.isNew { Trace.loadUnmatched("so far") }
      let entries = opened.numbers.map(registry.entry)
      return ImageArrival(
        images: entries.map(\.image), descriptors: entries.flatMap(\.registered),
        changes: changes, conflicts: conflicts)
    } catch {
      registry.refuse(opened)
      throw error
    }
  }

  private static func accept(
    _ opened: OpenedImages, _ path: String, _ choice: ConflictChoice
  ) throws(ImageLoadError) -> (changes: [ImageArrival.Change], conflicts: [RegistryDiagnostic]) {
    // It counts already, or it has no descriptors and came before.
    if opened.judged.isEmpty && !opened.isNew { return ([], []) }
    let edit = Program.Edit.accept(opened)
    let conflicts = Registry.shared.conflicts(by: edit)
    if !conflicts.isEmpty, choice != .passOver {
      throw .conflict(path: path, conflicts: conflicts)
    }
    do throws(ChangeRefusal) {
      let changes = try Registry.shared.change(edit, allowingConflicts: choice == .passOver)
      return (changes.answers, conflicts)
    } catch {
      switch error {
      case .impossible: return ([], [])
      case .conflicts(let conflicts): throw .conflict(path: path, conflicts: conflicts)
      case .lifecycle(let failure): throw failure.error
      }
    }
  }

  /// Opens a file, unless it is another one than was loaded from its path, or than was judged.
  private static func open(
    _ path: String, from source: Source
  ) throws(ImageLoadError) -> DynamicLinker.Handle {
    var (file, name): (FileState?, String)
    switch source {
    case .path: (file, name) = (try PluginFile.check(path), path)
    case .judged(let judged):
      (file, name) = (try PluginFile.check(path), path)
      if let file, !file.isSame(as: judged) {
        throw .notLoaded(
          path: path, reason: "it is another file than was judged: load the folder again")
      }
    case .sealed(var state, let sealedName):
      state.sealedName = sealedName
      (file, name) = (state, sealedName)
    }
    // What a copy was mapped of before is not mapped again.
    name = file.flatMap(Registry.shared.sealedName) ?? name
    let wasLoaded = DynamicLinker.hasLoaded(name)
    let handle = try DynamicLinker.open(name)
    let found = file ?? (try? PluginFile.check(handle.name))
    let noted = Registry.shared.note(
      found, of: handle.programHeaders, isNew: !wasLoaded)
    guard wasLoaded, let found else { return handle }
    let isSame = noted.map { $0.isSame(as: found) } ?? handle.hasContent(of: found.path)
    if !isSame { throw .fileReplaced(path: found.path) }
    return handle
  }
}

extension Registry {
  /// Under which name the dynamic linker has a copy of a file.
  fileprivate func sealedName(of file: FileState) -> String? {
    withState { state in
      state.program.images.files.values.first {
        $0.isSame(as: file) && $0.sealedName != nil
      }?.sealedName
    }
  }
}

extension ImageLoadError {
  /// - Parameter copies: the images that hold one, and are not loaded.
  static func twice(path: String, copies: [String]) -> ImageLoadError {
    let images = LoadedImages.loaderPaths + copies
    // What is itself no library of Graft.
    let toChange = images.filter { $0 == LoadedImages.executablePath || $0 == path }
    return .graftTwice(
      path: path, images: images, toChange: toChange.isEmpty ? [path] : toChange)
  }
}

/// Looks for reasons against images that were just opened.
private struct ImageCheck {
  let path: String
  let opened: OpenedImages
  let registry: Registry

  func check(_ handle: DynamicLinker.Handle) throws(ImageLoadError) {
    if handle.hasOtherLoader {
      throw .twice(path: path, copies: [])
    }
    if !handle.sharesSwiftRuntime { throw .swiftRuntimeTwice(path: path) }
    for number in opened.judged {
      let entry = registry.entry(number)
      try checkFlaws(entry.image, entry.loaded.flaws)
      let manifests = entry.loaded.manifests
      if manifests.count > 1 { throw .severalManifests(manifests, in: entry.image.path) }
    }
    var protocols = KeyTable<ObjectIdentifier, Void>()
    for record in opened.judged.flatMap(registry.records) {
      guard let extended = try extendedProtocol(record) else { continue }
      if protocols.set(ObjectIdentifier(extended), to: ()).before == nil {
        try checkModule(of: extended)
      }
    }
  }

  private func checkFlaws(
    _ image: ExtensionImage, _ flaws: [DescriptorFlaw]
  ) throws(ImageLoadError) {
    for flaw in flaws {
      if [.unknownVersion, .unknownAnchorVersion].contains(flaw.code) {
        throw .newerRecord(path: image.path, version: Int(flaw.value))
      }
      if flaw.code == .malformedManifest {
        throw .malformedManifest(path: image.path, reason: flaw.problem)
      }
      if flaw.refusesImage { throw .notLoaded(path: image.path, reason: flaw.problem) }
    }
  }

  private func extendedProtocol(
    _ record: ExtensionRecord
  ) throws(ImageLoadError) -> GeneratedCode.ExtensibleProtocol? {
    let (outcome, extended, differences) = AccessorCall.check(record.accessor)
    if case .otherRuntime = outcome { throw .swiftRuntimeTwice(path: path) }
    if case .shapeDiffers = outcome {
      throw .shapeDiffers(
        path: path, extension: record.registered.name,
        protocolName: record.registered.descriptor.protocolName, differences: differences)
    }
    return extended
  }

  /// A name stands for the type that came first.
  private func checkModule(of extended: GeneratedCode.ExtensibleProtocol) throws(ImageLoadError) {
    guard let name = _mangledTypeName(extended.type), let first = _typeByName(name),
      first != extended.type
    else { return }
    let module = extended.qualifiedName.prefix { $0 != "." }
    throw .moduleTwice(path: path, module: String(module))
  }
}
