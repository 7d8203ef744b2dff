// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

extension ExtensionImage {
  /// Opens a plug-in and lets its extensions count.
  ///
  /// The image stays loaded for ever. None of its extensions count until it is
  /// accepted. Loading a file again only accepts it once more, if it was withdrawn,
  /// superseded, rolled back or refused.
  ///
  /// - Parameters:
  ///   - path: a path as for `dlopen`; a name without a slash is searched for.
  ///   - identity: the identity that builds of this plug-in share. The image
  ///     supersedes the earlier build of this identity; without one, the earlier
  ///     build with the same manifest's name or SONAME. It changes nothing for a file
  ///     that already counts.
  ///   - choice: the treatment of conflicts that it would bring.
  ///   - allowsOtherCompilers: whether to accept an image of another compiler than
  ///     Graft's.
  /// - Returns: the new images and descriptors, and the changed answers.
  /// - Throws: `ImageLoadError`; then nothing of the image counts.
  public static func load(
    _ path: String, identity: String? = nil, onConflict choice: ConflictChoice = .firstByName,
    allowingOtherCompilers allowsOtherCompilers: Bool = false
  ) throws(ImageLoadError) -> ImageArrival {
    do throws(ImageLoadError) {
      if !DynamicLinker.opensImages { throw .noPlugins(path: path) }
      return try load(
        path, judged: nil, identity: identity, onConflict: choice,
        allowingOtherCompilers: allowsOtherCompilers)
    } catch {
      Registry.shared.note(.refused(path: path, error))
      throw error
    }
  }

  /// Opens a plug-in that may have been judged before.
  ///
  /// - Parameters:
  ///   - judged: the file that was judged, compiler included, with the name of its copy if that is
  ///     to be mapped; nil if none was.
  ///   - claim: the claim of the file, if the caller has one.
  ///   - needs: what it needs of other plug-ins.
  package static func load(
    _ path: String, judged: FileState?, claim: consuming PluginSupport.Claim? = nil,
    identity: String? = nil, needing needs: [PluginManifest.Need] = [],
    onConflict choice: ConflictChoice, allowingOtherCompilers allowsOtherCompilers: Bool
  ) throws(ImageLoadError) -> ImageArrival {
    let file = try checked(path, judged, checksCompiler: !allowsOtherCompilers)
    // Another thread may be mapping it, or a copy of it.
    if claim == nil { claim = file.map(PluginSupport.Claim.init) }
    let imageChanges = LoadedImages.changes
    let handle = try open(path, file, judged)
    // The rest calls users' code.
    claim = nil
    let isNew = LoadedImages.changes != imageChanges
    let registry = Registry.shared
    var opened = registry.opened(handle, identity: identity, isNew: isNew)
    opened.needs = needs
    do throws(ImageLoadError) {
      // The path is a name that was searched for.
      if !allowsOtherCompilers, !path.contains("/") {
        let file = try PluginFile(handle.name)
        try file.checkCompiler(file.segments())
      }
      try opened.check(handle, from: path)
      let accepted = try accept(opened, path, choice)
      if opened.isNew { Trace.loadUnmatched("so far") }
      let entries = opened.numbers.map(registry.entry)
      let descriptors = entries.flatMap(\.registered)
      // A copied array is no way out of the lock: ThreadSanitizer does not see its release.
      let copies =
        accepted == nil
        ? [] : registry.withState { $0.program.images.duplicates(of: opened.numbers) }
      return ImageArrival(
        images: entries.map(\.image), descriptors: descriptors,
        changes: accepted?.changes ?? [],
        conflicts: (accepted?.conflicts ?? []) + copies,
        unregistered: unregisteredClasses(
          in: handle.programHeaders, besides: Set(descriptors.map(\.name))),
        isRepeated: accepted == nil)
    } catch {
      registry.refuse(opened)
      throw error
    }
  }

  /// - Returns: nil if all of it counts already, or it has no descriptors and was loaded before.
  private static func accept(
    _ opened: OpenedImages, _ path: String, _ choice: ConflictChoice
  ) throws(ImageLoadError) -> (changes: [ImageArrival.Change], conflicts: [RegistryDiagnostic])? {
    // Another thread may have opened something else meanwhile.
    if opened.judged.isEmpty && (opened.main != nil || !opened.isNew) { return nil }
    let registry = Registry.shared
    var accepted: [Int] = []
    // Another thread may accept them meanwhile, or have accepted all of them.
    var isRepeated = opened.main != nil || !opened.judged.isEmpty
    do throws(ChangeRefusal) {
      var (answers, conflicts): ([ImageArrival.Change], [RegistryDiagnostic]) = ([], [])
      for part in registry.parts(of: opened) {
        let brought = try registry.change(.accept(part), onConflict: choice)
        accepted += part.judged
        let ofAnswers = brought.changes.answers
        answers = answers.followed(by: ofAnswers)
        conflicts += brought.conflicts
        isRepeated = isRepeated && brought.changes.count == ofAnswers.count
      }
      return isRepeated ? nil : (answers, conflicts)
    } catch {
      for number in accepted.reversed() { registry.refuse(accepted: number) }
      if let refusal = error.error(loading: path) { throw refusal }
      return nil
    }
  }

  /// The file to open, unless it differs from the one that was judged; nil for a name that is
  /// searched for.
  private static func checked(
    _ path: String, _ judged: FileState?, checksCompiler: Bool
  ) throws(ImageLoadError) -> FileState? {
    if let judged, judged.sealedName != nil { return judged }
    let file = try PluginFile.check(path, checksCompiler: checksCompiler && judged == nil)
    if let judged, let file, !file.isSame(as: judged) {
      throw .notLoaded(
        path: path, reason: "it is another file than was judged: load the folder again")
    }
    return file
  }

  /// Opens a file, unless it differs from the one that was loaded from its path.
  private static func open(
    _ path: String, _ file: FileState?, _ judged: FileState?
  ) throws(ImageLoadError) -> DynamicLinker.Handle {
    let copy = judged?.sealedName
    let mapped = file.flatMap { Registry.shared.mappedName(of: $0, onlyOfCopy: copy == nil) }
    let name = mapped ?? copy ?? path
    let wasLoaded = DynamicLinker.loaded(name) != nil
    let handle: DynamicLinker.Handle
    do throws(ImageLoadError) {
      handle = try DynamicLinker.open(name)
    } catch .notFound(let missing, let reason) where missing != path && missing != name {
      throw PluginFile.error(opening: path, without: missing, reason)
    }
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
  /// The dynamic linker's name for a build that is mapped, so that it is not mapped again; nil if it
  /// is not.
  ///
  /// - Parameter onlyOfCopy: whether to look only for copies of files: `load` of another path with
  ///   this build maps it there.
  fileprivate func mappedName(of file: FileState, onlyOfCopy: Bool) -> String? {
    withState { state in
      state.program.images.files.values.first {
        $0.isSame(as: file) && (!onlyOfCopy || $0.sealedName != nil)
      }.map { $0.sealedName ?? $0.path }
    }
  }
}

extension ImageLoadError {
  /// The error for several copies of Graft.
  ///
  /// - Parameter copies: the images with a copy that are not loaded.
  package static func twice(path: String, copies: [String]) -> ImageLoadError {
    let images = LoadedImages.loaderPaths + copies
    // Only images that are not Graft's own library can be changed.
    let toChange = images.filter { $0 == LoadedImages.executablePath || $0 == path }
    return .graftTwice(
      path: path, images: images, toChange: toChange.isEmpty ? [path] : toChange)
  }
}

extension OpenedImages {
  /// Looks for reasons to refuse the images, which were just opened.
  fileprivate func check(
    _ handle: DynamicLinker.Handle, from path: String
  ) throws(ImageLoadError) {
    if handle.hasOtherLoader {
      throw .twice(path: path, copies: [])
    }
    if !handle.sharesSwiftRuntime { throw .swiftRuntimeTwice(path: path) }
    for number in judged {
      let entry = Registry.shared.entry(number)
      try checkFlaws(entry.image, entry.loaded.flaws)
      let manifests = entry.loaded.manifests
      if manifests.count > 1 { throw .severalManifests(manifests, in: entry.image.path) }
    }
    for number in judged {
      let entry = Registry.shared.entry(number)
      let path = number == main ? path : entry.image.path
      let needs = entry.loaded.manifests.first?.needs ?? []
      for record in Registry.shared.records(of: number) {
        try checkProtocol(of: record, path, in: entry.loaded.programHeaders, needing: needs)
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

  private func checkProtocol(
    of record: ExtensionRecord, _ path: String, in programHeaders: UInt,
    needing needs: [PluginManifest.Need]
  ) throws(ImageLoadError) {
    switch record.description {
    case .otherRuntime: throw .swiftRuntimeTwice(path: path)
    case .described(let description):
      let differences =
        description.differences.isEmpty
        ? differenceOfEvolution(record, description.extended, in: programHeaders).map { [$0] } ?? []
        : description.differences
      guard !differences.isEmpty else { return }
      throw .shapeDiffers(
        path: path, extension: record.registered.name,
        protocolName: record.registered.descriptor.protocolName,
        differences: differences + needs.map { "it needs \($0)" })
    case .pointcut, .otherCopy, .unanswered: break
    }
  }

  /// The difference in library evolution between the library of a protocol that grows and the one
  /// that an extension was compiled against.
  private func differenceOfEvolution(
    _ record: ExtensionRecord, _ extended: GeneratedCode.ExtensibleProtocol,
    in programHeaders: UInt
  ) -> String? {
    guard extended.compiled.count > 0,
      let evolves = ProtocolDescriptor(of: extended.type)?.isResilient,
      let expected = ExtensionImage.isResilient(
        record.registered.descriptor.extensionName, in: programHeaders)
    else { return nil }
    return CompiledProtocol.differenceOfEvolution(expected, now: evolves)
  }
}
