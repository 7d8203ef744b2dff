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
  ///     identity before; without one, what has the same SONAME. Of a file that counts
  ///     already it changes nothing.
  ///   - allowingConflicts: true to take the image although it brings a conflict
  ///     for a subject that is in use.
  ///   - allowingOtherCompilers: true to take the image although another compiler has compiled
  ///     it than this Graft.
  /// - Returns: what it brought, and the answers that are other ones now.
  /// - Throws: `ImageLoadError`; then nothing of the image counts.
  public static func load(
    _ path: String, identity: String? = nil, allowingConflicts: Bool = false,
    allowingOtherCompilers: Bool = false
  ) throws(ImageLoadError) -> ImageArrival {
    do throws(ImageLoadError) {
      return try load(
        path, identity: identity, judgedAs: nil, allowingConflicts: allowingConflicts,
        allowingOtherCompilers: allowingOtherCompilers)
    } catch {
      Registry.shared.note(.refused(path: path, error))
      throw error
    }
  }

  /// - Parameter file: what was judged of a folder; nil where nothing was.
  static func load(
    _ path: String, identity: String? = nil, judgedAs file: FileState?, allowingConflicts: Bool,
    allowingOtherCompilers: Bool
  ) throws(ImageLoadError) -> ImageArrival {
    // Before any code of it runs.
    if !allowingOtherCompilers { try PluginFile.checkCompiler(of: path) }
    let imageChanges = LoadedImages.changes
    let handle = try open(path, judgedAs: file)
    let isNew = LoadedImages.changes != imageChanges
    let registry = Registry.shared
    let opened = registry.opened(handle, identity: identity, isNew: isNew)
    do throws(ImageLoadError) {
      // A name that was searched for.
      if !allowingOtherCompilers, !path.contains("/") {
        try PluginFile.checkCompiler(of: handle.name)
      }
      try ImageCheck(path: path, opened: opened, registry: registry).check(handle)
      let changes = try accept(opened, path, allowingConflicts: allowingConflicts)
      if opened.isNew { Trace.loadUnmatched("so far") }
      let entries = opened.numbers.map(registry.entry)
      return ImageArrival(
        images: entries.map(\.image), descriptors: entries.flatMap(\.registered),
        changes: changes)
    } catch {
      registry.refuse(opened)
      throw error
    }
  }

  private static func accept(
    _ opened: OpenedImages, _ path: String, allowingConflicts: Bool
  ) throws(ImageLoadError) -> [ImageArrival.Change] {
    // It counts already, or it has no descriptors and came before.
    if opened.judged.isEmpty && !opened.isNew { return [] }
    do throws(ChangeRefusal) {
      return try Registry.shared.change(.accept(opened), allowingConflicts: allowingConflicts)
        .answers
    } catch {
      switch error {
      case .impossible: return []
      case .conflicts(let conflicts): throw .conflict(path: path, conflicts: conflicts)
      case .lifecycle(let failure): throw failure.error
      }
    }
  }

  /// Opens a file, unless it is another one than was loaded from its path, or than was judged.
  private static func open(
    _ path: String, judgedAs judged: FileState?
  ) throws(ImageLoadError) -> DynamicLinker.Handle {
    let file = try PluginFile.check(path)
    if let judged, let file, !file.isSame(as: judged) {
      throw .notLoaded(
        path: path, reason: "it is another file than was judged: load the folder again")
    }
    let wasLoaded = DynamicLinker.hasLoaded(path)
    let handle = try DynamicLinker.open(path)
    let found = file ?? (try? PluginFile.check(handle.name))
    let noted = Registry.shared.note(
      found, of: handle.programHeaders, isNew: !wasLoaded)
    guard wasLoaded, let found else { return handle }
    let isSame = noted.map { $0.isSame(as: found) } ?? handle.hasContent(of: found.path)
    if !isSame { throw .fileReplaced(path: found.path) }
    return handle
  }
}

/// Looks for reasons against images that were just opened.
private struct ImageCheck {
  let path: String
  let opened: OpenedImages
  let registry: Registry

  func check(_ handle: DynamicLinker.Handle) throws(ImageLoadError) {
    if handle.hasOtherLoader {
      throw .graftTwice(path: path, images: LoadedImages.loaderPaths)
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
