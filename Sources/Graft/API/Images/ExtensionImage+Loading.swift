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
  /// - Returns: what it brought, and the answers that are other ones now.
  /// - Throws: `ImageLoadError`; then nothing of the image counts.
  public static func load(
    _ path: String, identity: String? = nil, allowingConflicts: Bool = false
  ) throws(ImageLoadError) -> ImageArrival {
    do throws(ImageLoadError) {
      return try load(
        path, identity: identity, judgedAs: nil, allowingConflicts: allowingConflicts)
    } catch {
      Trace.load { "refused: \(error)" }
      RegistryStore.shared.note(.refused(path: path, error))
      throw error
    }
  }

  /// - Parameter file: what was judged of a folder; nil where nothing was.
  static func load(
    _ path: String, identity: String? = nil, judgedAs file: FileState?, allowingConflicts: Bool
  ) throws(ImageLoadError) -> ImageArrival {
    let imageChanges = LoadedImages.changes
    let handle = try open(path, judgedAs: file)
    let isNew = LoadedImages.changes != imageChanges
    let store = RegistryStore.shared
    var opened = store.opened(handle, identity: identity, isNew: isNew)
    var beginning = RegistryStore.Beginning()
    defer { store.settle(beginning) }
    for _ in 1..<RegistryStore.judgementLimit {
      let arrival = try judge(
        path, handle, opened, &beginning, allowingConflicts: allowingConflicts, isLast: false)
      if let arrival { return arrival }
      opened = store.opened(handle, identity: identity, isNew: isNew)
    }
    return try judge(
      path, handle, opened, &beginning, allowingConflicts: allowingConflicts, isLast: true)!
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
    let noted = RegistryStore.shared.note(
      found, of: handle.programHeaders, isNew: !wasLoaded)
    guard wasLoaded, let found else { return handle }
    let isSame = noted.map { $0.isSame(as: found) } ?? handle.hasContent(of: found.path)
    if !isSame { throw .fileReplaced(path: found.path) }
    return handle
  }

  /// - Parameters:
  ///   - beginning: the images that were told that they come to count.
  ///   - isLast: true if it is to be right as of when it began.
  /// - Returns: nil if something else counts by now, which it may be in conflict with.
  private static func judge(
    _ path: String, _ handle: DynamicLinker.Handle, _ opened: OpenedImages,
    _ beginning: inout RegistryStore.Beginning, allowingConflicts: Bool, isLast: Bool
  ) throws(ImageLoadError) -> ImageArrival? {
    let store = RegistryStore.shared
    do throws(ImageLoadError) {
      try ImageCheck(path: path, opened: opened, store: store)
        .check(handle, allowingConflicts: allowingConflicts)
      try begin(opened, &beginning, store)
    } catch {
      store.refuse(opened)
      throw error
    }
    let isSettled = allowingConflicts || opened.judged.isEmpty || isLast
    guard let accepted = store.accept(opened, judgedBy: isSettled ? nil : opened.countVersion)
    else { return nil }
    if opened.isNew { Trace.loadUnmatched("so far") }
    let images = opened.numbers.map(store.image)
    return ImageArrival(
      images: images, descriptors: images.flatMap(store.registeredExtensions),
      changes: accepted.changes, lookalikes: accepted.lookalikes)
  }

  /// Tells images that they come to count: nothing else speaks against them.
  private static func begin(
    _ opened: OpenedImages, _ beginning: inout RegistryStore.Beginning, _ store: RegistryStore
  ) throws(ImageLoadError) {
    do throws(RegistryStore.LifecycleFailure) {
      try store.begin(opened.judged, &beginning)
    } catch {
      throw .lifecycleFailed(path: error.path, reason: error.reason)
    }
  }
}

/// Looks for reasons against images that were just opened.
private struct ImageCheck {
  let path: String
  let opened: OpenedImages
  let store: RegistryStore

  func check(
    _ handle: DynamicLinker.Handle, allowingConflicts: Bool
  ) throws(ImageLoadError) {
    if handle.hasOtherLoader {
      throw .graftTwice(path: path, images: LoadedImages.loaderPaths)
    }
    if !handle.sharesSwiftRuntime { throw .swiftRuntimeTwice(path: path) }
    for number in opened.judged {
      let image = store.image(number)
      try checkFlaws(image, store.flaws(of: number))
      let manifests = store.manifests(of: number)
      if manifests.count > 1 { throw .severalManifests(manifests, in: image.path) }
    }
    var protocols: Set<ObjectIdentifier> = []
    for record in opened.judged.flatMap(store.records) {
      guard let extended = try extendedProtocol(record) else { continue }
      if protocols.insert(ObjectIdentifier(extended)).inserted { try checkModule(of: extended) }
    }
    guard !allowingConflicts else { return }
    let conflicts = store.newConflicts(if: .accept(opened))
    if !conflicts.isEmpty { throw .conflict(path: path, conflicts: conflicts) }
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
  ) throws(ImageLoadError) -> _ExtensibleProtocol? {
    let (outcome, extended) = AccessorCall.check(record.accessor)
    if case .otherRuntime = outcome { throw .swiftRuntimeTwice(path: path) }
    if case .shapeDiffers = outcome {
      throw .shapeDiffers(
        path: path, extension: record.registered.name,
        protocolName: record.registered.descriptor.protocolName)
    }
    return extended
  }

  /// A name stands for the type that came first.
  private func checkModule(of extended: _ExtensibleProtocol) throws(ImageLoadError) {
    guard let name = _mangledTypeName(extended.type), let first = _typeByName(name),
      first != extended.type
    else { return }
    let module = extended.qualifiedName.prefix { $0 != "." }
    throw .moduleTwice(path: path, module: String(module))
  }
}
