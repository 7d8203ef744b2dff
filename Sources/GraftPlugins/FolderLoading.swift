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
}

/// One run of `loadAll` or `sync`, from a folder's names to a result for each.
///
/// A plan says which files are to count: of each plug-in the newest one that nothing speaks against.
/// If one of them can't be loaded, there is another plan without it.
struct FolderLoading {
  struct File {
    let path: String
    var target: String?
    var contents: PluginFile.Contents?
    /// The image of the file, if `PluginFolder` decides whether it counts.
    var image: ExtensionImage?
    /// Whether the image came with a plug-in that needs it.
    var isLibrary = false
    /// Whether it only stands for an image from elsewhere.
    var isElsewhere = false
    /// The outcome; nil for a file that is to count.
    var outcome: PluginResult.Outcome?
    /// Whether no plan changes the outcome.
    var isSettled = false
    /// Whether this run has brought it, or it counted before.
    var isBrought = false
    var arrival: ImageArrival?

    var candidate: PluginCandidate? { contents?.candidate }
    var manifest: PluginManifest? { image?.manifest ?? candidate?.manifest }
    var isCounting: Bool { image?.state == .active }
    /// The image that `load` has made of its content, or brought with another file.
    var loaded: ExtensionImage? {
      contents.flatMap {
        PluginSupport.loadedImage(of: $0.state) ?? PluginSupport.loadedLibrary(of: $0.state)
      }
    }
    var isRefused: Bool { if case .refused = outcome { true } else { false } }
    /// Whether it may be mapped for other files.
    ///
    /// A library that is no plug-in may, since a file can need it.
    var isJudged: Bool {
      [nil, .passedOver(.noDescriptors), .passedOver(.noManifest)].contains(outcome)
    }
  }

  let options: FolderOptions
  /// Images that do not count any more once `PluginFolder` has taken them back.
  var removed: Set<ExtensionImage> = []
  private let folder: SealedFolder?
  var files: [File]
  var order: PluginOrder
  private var hasPlan = false
  var judgedAgain: Set<Int> = []

  init(
    _ entries: [FolderEntries.Entry], of folder: String, _ options: FolderOptions
  ) throws(ImageLoadError) {
    self.options = options
    self.folder =
      options.mapping == .sealedCopy && !entries.isEmpty ? try SealedFolder(for: folder) : nil
    files = entries.map { Self.read($0, options) }
    order = Self.order(files)
  }

  private static func order(_ files: [File]) -> PluginOrder {
    PluginOrder(
      files.map {
        PluginOrder.File(
          path: $0.path, soname: $0.candidate?.soname, needed: $0.candidate?.neededLibraries ?? [],
          manifest: $0.manifest)
      })
  }

  /// Lets the plans decide about images, too.
  ///
  /// - Parameters:
  ///   - images: those of files of the folder, and of others.
  ///   - removed: those that go, whatever the plan is.
  mutating func decide(about images: [ExtensionImage], removing removed: Set<ExtensionImage>) {
    self.removed = removed
    let ofFiles = files.map(\.loaded)
    for (number, image) in ofFiles.enumerated() {
      guard let image, images.contains(image), ofFiles.firstIndex(of: image) == number else {
        continue
      }
      files[number].image = image
      files[number].outcome = nil
      files[number].isBrought = image.state == .active
    }
    for number in files.indices where files[number].image != nil {
      let opened = files[number].contents.flatMap { PluginSupport.loadedImage(of: $0.state) }
      files[number].isLibrary = opened != files[number].image
    }
    files += images.filter { !ofFiles.contains($0) }.map { image in
      File(
        path: image.path, image: image, isElsewhere: true, isBrought: image.state == .active)
    }
    order = Self.order(files)
  }

  /// The results, in the order of the names.
  var results: [PluginResult] {
    files.filter { !$0.isElsewhere }.map { file in
      var candidate = file.candidate
      candidate?.source = PluginCandidate.Source(file: nil)
      return PluginResult(
        path: file.path, target: file.target, candidate: candidate, outcome: file.result)
    }
  }

  /// Reports the refused files.
  func noteRefusals() {
    for file in files where file.image == nil {
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

  /// Judges each file that is not loaded, in the order of the names, and makes a plan.
  ///
  /// - Returns: whether there was one to judge: at first, and then if one is blocked no more.
  mutating func judge(_ policy: (PluginCandidate) throws -> Bool) -> Bool {
    let blocked = ExtensionRegistry.blocked
    func isBlocked(_ file: File) -> Bool {
      file.manifest.map { blocked.contains($0.name) } ?? false
    }
    let isFirst = !hasPlan
    let numbers = files.indices.filter { number in
      let file = files[number]
      return isFirst
        ? file.outcome == nil && file.image == nil
        : file.outcome == .passedOver(.blocked) && !isBlocked(file)
    }
    for number in numbers {
      files[number].outcome =
        isBlocked(files[number])
        ? .passedOver(.blocked)
        : judgement(of: files[number], policy).map { .refused($0) }
      files[number].isSettled = files[number].outcome != nil
    }
    if isFirst {
      for number in files.indices { files[number].isSettled = files[number].outcome != nil }
      hasPlan = true
    }
    if isFirst || !numbers.isEmpty { plan() }
    return isFirst || !numbers.isEmpty
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
      candidate.superseding = newestBuild(of: manifest.name, besides: removed)?.image
    }
    do {
      return try policy(candidate) ? nil : .refusedByPolicy(path: file.path, reason: nil)
    } catch {
      return .refusedByPolicy(path: file.path, reason: "\(error)")
    }
  }

  // MARK: Loading

  /// Judges the files, and loads those of the plan, or of another one if some can't be loaded.
  mutating func load(_ policy: (PluginCandidate) throws -> Bool) {
    while true {
      _ = judge(policy)
      guard let number = next else { return }
      load(number)
    }
  }

  /// The first file of the plan that is not brought, after those that it needs.
  var next: Int? {
    order.order.first { files[$0].outcome == nil && !files[$0].isBrought }
  }

  /// Loads a file, or makes a plan without it.
  mutating func load(_ number: Int) {
    link()
    do throws(ImageLoadError) {
      if let error = missingDependency(of: number) { throw error }
      if let error = unmetNeed(of: number, among: Build.countingVersions) { throw error }
      switch try load(files[number].contents!, order.dependencies[number]) {
      case .loaded(let arrival):
        files[number].arrival = arrival
        files[number].image = files[number].loaded
        files[number].isBrought = true
      case let outcome: settle(number, outcome)
      }
    } catch {
      settle(number, .refused(error))
    }
  }

  /// Makes the names of judged files lead to them.
  private func link() {
    guard let folder else { return }
    for file in files where file.isJudged && file.image == nil {
      folder.add(ExtensionImage.fileName(of: file.path), file.contents!.file)
    }
    // A file of the name comes first.
    for file in files where file.isJudged && file.image == nil {
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

extension FolderLoading.File {
  /// The outcome for those who asked.
  fileprivate var result: PluginResult.Outcome {
    switch outcome {
    case nil: arrival.map { .loaded($0) } ?? .passedOver(.alreadyLoaded(image!))
    case .passedOver(.superseded), .refused(.olderVersion):
      image != nil && arrival == nil ? .passedOver(.alreadyLoaded(image!)) : outcome!
    case let outcome?: outcome
    }
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
