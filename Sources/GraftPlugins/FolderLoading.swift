// SPDX-License-Identifier: Apache-2.0

import Graft
import GraftDescriptors

/// The options of `loadAll`.
struct FolderOptions {
  let provided: [String: PluginVersion]
  let onConflict: ConflictChoice
  let allowsOtherCompilers: Bool
  let followsLinks: Bool
  let allowsDowngrades: Bool
  let mapping: PluginMapping
  /// Images whose files are gone, so that older ones may take their place.
  var removed: Set<ExtensionImage> = []
}

/// One run of `loadAll`, from a folder's names to a result for each.
struct FolderLoading {
  struct File {
    let path: String
    var target: String?
    var contents: PluginFile.Contents?
    /// The outcome; nil as long as there is no objection.
    var outcome: PluginResult.Outcome?

    var candidate: PluginCandidate? { contents?.candidate }
    var isRefused: Bool { if case .refused = outcome { true } else { false } }
    /// Whether it may be mapped for other files.
    ///
    /// A library that is no plug-in may, since a file can need it.
    var isJudged: Bool {
      [nil, .passedOver(.noDescriptors), .passedOver(.noManifest)].contains(outcome)
    }
  }

  let options: FolderOptions
  private let folder: SealedFolder?
  private(set) var files: [File]
  private let order: PluginOrder
  private var judgedAgain: Set<Int> = []

  init(
    _ entries: [FolderEntries.Entry], of folder: String, _ options: FolderOptions
  ) throws(ImageLoadError) {
    self.options = options
    self.folder =
      options.mapping == .sealedCopy && !entries.isEmpty ? try SealedFolder(for: folder) : nil
    files = entries.map { Self.read($0, options) }
    order = PluginOrder(
      files.map {
        PluginOrder.File(
          path: $0.path, soname: $0.candidate?.soname, needed: $0.candidate?.neededLibraries ?? [],
          manifest: $0.candidate?.manifest)
      })
  }

  /// The results, in the order of the names.
  var results: [PluginResult] {
    files.map { file in
      var candidate = file.candidate
      candidate?.source = PluginCandidate.Source(file: nil)
      return PluginResult(
        path: file.path, target: file.target, candidate: candidate, outcome: file.outcome!)
    }
  }

  /// Reports the refused files.
  func noteRefusals() {
    for file in files {
      if case .refused(let error) = file.outcome { PluginSupport.note(error, refusing: file.path) }
    }
  }

  private static func read(_ entry: FolderEntries.Entry, _ options: FolderOptions) -> File {
    var file = File(path: entry.path)
    do throws(ImageLoadError) {
      file.outcome = entry.passOver(followingLinks: options.followsLinks)
      guard file.outcome == nil else { return file }
      if entry.kind == .symbolicLink { file.target = FolderEntries.target(of: entry.path) }
      let plugin = try PluginFile(entry.path, followingLinks: options.followsLinks)
      guard plugin.isRegular else {
        file.outcome = .passedOver(.notRegularFile)
        return file
      }
      file.contents = try plugin.contents()
      file.outcome = file.contents!.passOver
      guard file.outcome == nil, options.mapping == .sealedCopy else { return file }
      // The copy is judged from the start, since the file may have changed.
      file.contents = try plugin.sealed().contents()
      file.outcome = file.contents!.passOver
    } catch .notELF {
      file.outcome = .passedOver(.notELF)
    } catch {
      file.outcome = .refused(error)
    }
    return file
  }

  // MARK: Judging

  /// Judges each file by itself, in the order of the names.
  mutating func judge(_ policy: (PluginCandidate) throws -> Bool) {
    let blocked = ExtensionRegistry.blocked
    for number in files.indices where files[number].outcome == nil {
      let isBlocked = files[number].candidate?.manifest.map { blocked.contains($0.name) } ?? false
      files[number].outcome =
        isBlocked
        ? .passedOver(.blocked)
        : judgement(of: files[number], policy).map { .refused($0) }
    }
    passOver()
    // This comes before any file of a cycle is opened, which brings all of them.
    while let (number, error) = firstBlocked {
      refuse(number, error)
      judgeAgain(without: number)
    }
  }

  /// Judges the files again that were not to be loaded because of one that is refused now: an
  /// older version, or one that needs the version that this would have superseded.
  private mutating func judgeAgain(without refused: Int) {
    let name = files[refused].candidate?.manifest?.name
    for number in files.indices where number != refused {
      switch files[number].outcome {
      case .passedOver(.superseded(by: files[refused].path)): break
      case .refused(.needsMissing(_, _, let missing))
      where !judgedAgain.contains(number) && missing.contains { $0.need.name == name }:
        judgedAgain.insert(number)
      default: continue
      }
      files[number].outcome = nil
    }
    passOver()
  }

  /// Passes over what is no plug-in to load.
  private mutating func passOver() {
    passOverOlder()
    let havePlugins = files.contains { $0.candidate?.manifest != nil }
    for number in files.indices where files[number].outcome == nil {
      let contents = files[number].contents!
      if !contents.hasDescriptors {
        files[number].outcome = .passedOver(.noDescriptors)
      } else if havePlugins, contents.candidate.manifest == nil {
        files[number].outcome = .passedOver(.noManifest)
      }
      if contents.bringsGraft && contents.hasDescriptors && files[number].outcome == nil {
        refuse(
          number,
          .twice(path: files[number].path, copies: [files[number].path]))
      }
    }
  }

  private func judgement(
    of file: File, _ policy: (PluginCandidate) throws -> Bool
  ) -> ImageLoadError? {
    var candidate = file.candidate!
    if !options.allowsOtherCompilers, file.contents!.hasDescriptors {
      do throws(ImageLoadError) {
        try file.contents!.file.checkCompiler(file.contents!.segments)
      } catch { return error }
    }
    if let manifest = candidate.manifest {
      // Another plug-in can meet what the host does not provide.
      let missing = manifest.missing(providing: options.provided).filter { $0.provided != nil }
      if !missing.isEmpty {
        return .needsMissing(path: file.path, plugin: manifest.description, missing: missing)
      }
      candidate.superseding = newestBuild(of: manifest.name)?.image
    }
    do {
      return try policy(candidate) ? nil : .refusedByPolicy(path: file.path, reason: nil)
    } catch {
      return .refusedByPolicy(path: file.path, reason: "\(error)")
    }
  }

  /// Skips older files of a plug-in, and refuses the newest one if this process has a
  /// newer version.
  private mutating func passOverOlder() {
    for number in files.indices where files[number].outcome == nil {
      guard let manifest = files[number].candidate?.manifest else { continue }
      let newest = newestFile(of: manifest.name)
      if newest != number {
        // The same file is reported when the other is loaded.
        if files[number].contents!.state.isSame(as: files[newest].contents!.state) { continue }
        files[number].outcome = .passedOver(.superseded(by: files[newest].path))
      } else if !options.allowsDowngrades, let counting = newestBuild(of: manifest.name)?.manifest,
        counting.version > manifest.version
      {
        refuse(
          number,
          .olderVersion(
            path: files[number].path, plugin: manifest.description, counting: "\(counting)"))
      }
    }
  }

  /// The newest build of a plug-in that is active or withdrawn.
  private func newestBuild(of plugin: String) -> Build? {
    Build.all(in: [.active, .withdrawn]).filter {
      $0.manifest.name == plugin && !options.removed.contains($0.image)
    }.max { $0.manifest.version < $1.manifest.version }
  }

  /// The newest file of a plug-in; of several with one version, a file that is
  /// already loaded, else the first.
  private func newestFile(of plugin: String) -> Int {
    func rank(_ number: Int) -> (version: PluginVersion, isLoaded: Bool)? {
      guard let manifest = files[number].candidate?.manifest, manifest.name == plugin else {
        return nil
      }
      switch files[number].outcome {
      case nil: return (manifest.version, false)
      case .passedOver(.alreadyLoaded): return (manifest.version, true)
      default: return nil
      }
    }
    return files.indices.filter { rank($0) != nil }.min { one, other in
      let (one, other) = (rank(one)!, rank(other)!)
      return one.version > other.version
        || one.version == other.version && one.isLoaded && !other.isLoaded
    }!
  }

  /// A file that can't be loaded because another one isn't, with the error.
  private var firstBlocked: (file: Int, error: ImageLoadError)? {
    for number in order.order where files[number].isJudged {
      if let error = missingDependency(of: number) ?? unmetNeed(of: number, among: planned) {
        return (number, error)
      }
    }
    return firstDisplacing
  }

  /// The error if a file needs a refused file.
  ///
  /// If several files have the needed name, one that is not refused is enough.
  private func missingDependency(of number: Int) -> ImageLoadError? {
    for (name, providers) in order.dependencies[number] {
      if providers.allSatisfy({ files[$0].isRefused }) {
        return .dependencyRefused(
          path: files[number].path, dependency: files[providers[0]].path)
      }
      // The program contains a Graft that no other image can link to.
      if providers.contains(where: { files[$0].contents?.bringsGraft == true }),
        !DynamicLinker.hasLoaded(name)
      {
        return .twice(path: files[number].path, copies: [])
      }
    }
    return nil
  }

  private mutating func refuse(_ number: Int, _ error: ImageLoadError) {
    files[number].outcome = .refused(error)
  }

  // MARK: Loading

  mutating func load() {
    link()
    for number in order.order where files[number].outcome == nil {
      do throws(ImageLoadError) {
        if let error = missingDependency(of: number)
          ?? unmetNeed(of: number, among: Build.countingVersions)
        {
          throw error
        }
        files[number].outcome = try load(files[number].contents!, order.dependencies[number])
      } catch {
        files[number].outcome = .refused(error)
      }
    }
  }

  /// Makes the names of judged files lead to them.
  private func link() {
    guard let folder else { return }
    for file in files where file.isJudged {
      folder.add(ExtensionImage.fileName(of: file.path), file.contents!.file)
    }
    // A file of the name comes first.
    for file in files where file.isJudged {
      if let soname = file.candidate?.soname, !soname.contains("/") {
        folder.add(soname, file.contents!.file)
      }
    }
  }

  private func load(
    _ contents: PluginFile.Contents, _ siblings: [PluginOrder.Dependency]
  ) throws(ImageLoadError) -> PluginResult.Outcome {
    let path = contents.file.path
    // Another thread may be mapping a copy of the same build.
    let claim = PluginSupport.Claim(contents.state)
    if let loaded = PluginSupport.loadedImage(of: contents.state) {
      return .passedOver(.alreadyLoaded(loaded))
    }
    if let folder { try openNeeds(of: contents, besides: siblings, folder) }
    var judged = contents.state
    judged.sealedName = folder?.path(of: ExtensionImage.fileName(of: path))
    let arrival = try ExtensionImage.load(
      path, judged: judged, claim: claim,
      needing: contents.candidate.manifest?.needs.filter { options.provided[$0.name] == nil } ?? [],
      onConflict: options.onConflict, allowingOtherCompilers: options.allowsOtherCompilers)
    // Another thread has loaded it meanwhile.
    if arrival.isRepeated, let loaded = PluginSupport.loadedImage(of: contents.state) {
      return .passedOver(.alreadyLoaded(loaded))
    }
    return .loaded(arrival)
  }

  /// Opens the libraries that the dynamic linker would find from the file's folder, since the
  /// copy is elsewhere.
  ///
  /// - Parameter siblings: the files that it needs.
  private func openNeeds(
    of contents: PluginFile.Contents, besides siblings: [PluginOrder.Dependency],
    _ folder: SealedFolder
  ) throws(ImageLoadError) {
    let (file, segments) = (contents.file, contents.segments)
    let needed = contents.candidate.neededLibraries.filter { name in
      siblings.contains { $0.name == ExtensionImage.fileName(of: name) }
        && !DynamicLinker.hasLoaded(name)
    }
    for name in needed {
      let found = file.libraryPath(name, segments, from: folder.path)
      guard found?.hasPrefix(folder.path) == true else {
        throw .notLoaded(path: file.path, reason: reason(notToFind: name, among: siblings))
      }
    }
    let libraries = try file.checkLibraries(segments, besides: needed)
    var needsFolder = false
    for library in libraries.compactMap(FolderEntries.target) {
      let other = files.first {
        ($0.isJudged || $0.isRefused) && FolderEntries.target(of: $0.path) == library
      }
      if let other, other.isRefused {
        throw .dependencyRefused(path: file.path, dependency: other.path)
      }
      needsFolder = needsFolder || other != nil
    }
    let added = libraries.filter(folder.add(beside:))
    // From their own paths, libraries would find the folder's files, and not the copies.
    if needsFolder { return }
    for path in added.reversed() {
      // One that relies on the file's other libraries is mapped with them.
      _ = try? DynamicLinker.open(path)
    }
  }
}

extension FolderLoading {
  /// The reason why a file does not find another one of its folder.
  private func reason(
    notToFind name: String, among siblings: [PluginOrder.Dependency]
  ) -> String {
    let providers = siblings.first { $0.name == ExtensionImage.fileName(of: name) }?.files ?? []
    for case .passedOver(let reason) in providers.map({ files[$0].outcome }) {
      return "needs \(name), which is passed over: \(reason)"
    }
    return "needs \(name) of its folder: link that with -soname, or this with $ORIGIN as its "
      + "runpath"
  }
}

extension PluginFile.Contents {
  /// The reason to skip it; nil if there is none.
  fileprivate var passOver: PluginResult.Outcome? {
    // `load` of another thread may have mapped it, and not noted it yet.
    let claim = PluginSupport.Claim(state)
    defer { extendLifetime(claim) }
    if let loaded = PluginSupport.loadedImage(of: state) {
      return .passedOver(.alreadyLoaded(loaded))
    }
    return pathInProcess.map { .passedOver(.inProcess(path: $0)) }
  }

  /// The path of a library that this process has loaded other than by `load`.
  private var pathInProcess: String? {
    if let path = PluginSupport.path(ofBuild: state.buildID) { return path }
    if bringsGraft && !hasDescriptors { return PluginSupport.graftPath }
    let name = candidate.soname ?? candidate.fileName
    // A plug-in can be another build of the loaded library of its name.
    if candidate.manifest != nil, !PluginSupport.hasContent(ofLibrary: name, state) {
      return nil
    }
    return PluginSupport.path(ofLibrary: name)
  }
}
