// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A host, as far as its files tell.
///
/// It judges plug-ins one after the other. Accepted plug-ins count as loaded for
/// the next ones.
public struct PluginHost {
  private var process: LoadedProcess
  /// The images that were accepted, those of the program first.
  private var contents: [ImageContents]
  private let graft: LoadedProcess.Image
  private let policy: HostPolicy
  /// The accepted plug-ins, without the libraries that they brought.
  private var accepted: [LoadableFile] = []
  /// The conflicts among the images so far; nil until they are needed.
  private var conflictsOnce: FileConflicts?

  /// Reads a host.
  ///
  /// - Parameters:
  ///   - executable: the program; libraries that it needs are found as by the dynamic linker.
  ///   - others: files that are such a library, if the dynamic linker's folders lack it.
  /// - Throws: if the host can't be read, or has no Graft.
  public init(
    _ executable: Path, libraries others: [Path] = [], _ policy: HostPolicy
  ) throws(InspectionError) {
    let file = try? LoadableFile(LibrarySystem(root: policy.root).file(at: executable), for: nil)
    if file?.isProgram == false {
      throw InspectionError(
        .system, "no program but a library: name the program that loads plug-ins")
    }
    if let root = policy.root, !root.appending(".".utf8).exists {
      throw InspectionError(.system, "\(root.display) is no folder, which --root takes")
    }
    do throws(PluginRefusal) {
      process = try LoadedProcess(executable: executable, others: others, root: policy.root)
    } catch {
      throw InspectionError(.system, "the host can't be read: \(error.text)")
    }
    guard let graft = process.graft else {
      throw InspectionError(
        .system, "neither the host nor what it needs has Graft in it: it loads no plug-ins")
    }
    self.graft = graft
    self.policy = policy
    contents = process.images.map { ImageContents($0.file) }
  }

  /// Whether a file is already in the process, so that it need not be judged.
  public func hasLoaded(_ path: Path) -> Bool {
    process.image(of: try? InputFile(opening: process.file(at: path)).identity) != nil
  }

  /// Judges a plug-in as `load` would, and loads it if there is no reason to refuse
  /// it.
  public mutating func judge(_ path: Path) -> PluginFit {
    let count = process.images.count
    var libraries: [PluginFit.Library] = []
    var floor: VersionFloor?
    do throws(PluginRefusal) {
      let conditions = try load(path, &libraries, &floor)
      return PluginFit(
        Origin(path), nil, conditions: conditions, libraries: libraries, floor: floor)
    } catch {
      // Images that stay in the process have types.
      if process.images.count != count { conflictsOnce = nil }
      return PluginFit(Origin(path), error, libraries: libraries, floor: floor)
    }
  }

  // MARK: Checks, in the order of `load`

  private mutating func load(
    _ path: Path, _ libraries: inout [PluginFit.Library], _ floor: inout VersionFloor?
  ) throws(PluginRefusal) -> [String] {
    let file = try LoadableFile(process.file(at: path), for: process.machine)
    floor = VersionFloor([file])
    if let provided = policy.provided, try passesOver(file, providing: provided) { return [] }
    try checkCompiler(of: file)
    if process.isStatic { throw .swiftRuntimeTwice(file.name) }
    func isSuperseded(_ image: LoadedProcess.Image) -> Bool {
      contents.contains { $0.file === image.file && $0.isSuperseded }
    }
    if let image = process.image(of: file.identity), !image.isRefused, !isSuperseded(image) {
      return []
    }
    let scope = try process.opening(file, byBuild: policy.provided != nil) {
      libraries.append($0)
    }
    let new = scope.filter { !process.isMapped($0) }
    floor = VersionFloor([file] + new.map(\.file).filter { $0 !== file })
    if let problem = process.versionProblem(in: scope, limits: policy.limits) {
      throw .notLoaded(file.name, problem)
    }
    try checkSymbols(of: new, scope, file)
    process.map(new)
    // These include images that were refused with another one and are still mapped.
    let opened = scope.filter { one in
      new.contains { $0 === one } || one.isRefused || one === scope[0] && isSuperseded(one)
    }
    for image in opened { image.isRefused = true }
    try checkCopies(file, scope)
    let judged = opened.map { ImageContents($0.file) }
    for content in judged { try content.checkRecords() }
    let images = images(accepting: judged)
    let growing = try checkProtocols(of: judged, among: images, scope, file)
    try checkCopies(of: judged, opening: scope[0], file)
    let open = try growing + checkConflicts(judged, among: images, file)
    for image in opened { image.isRefused = false }
    accepted.append(file)
    contents = images
    return judged.flatMap { conditions($0) } + open
  }

  /// The images once `load` has accepted some: these supersede older builds.
  private func images(accepting judged: [ImageContents]) -> [ImageContents] {
    let identities = judged.filter(\.isRegistered).compactMap(\.identity)
    return contents.filter { one in !judged.contains { $0.file === one.file } }.map { one in
      var one = one
      if !isOfProgram(one), one.identity.map(identities.contains) == true {
        one.isSuperseded = true
      }
      return one
    } + judged
  }

  private func isOfProgram(_ content: ImageContents) -> Bool {
    process.global.contains { $0.file === content.file }
  }

  /// The plug-ins that count.
  private var plugins: [(content: ImageContents, manifest: PluginManifest)] {
    contents.filter { !isOfProgram($0) && !$0.isSuperseded }.compactMap { content in
      content.manifests.first.map { (content, $0.manifest) }
    }
  }

  private var pluginVersions: [String: PluginVersion] {
    Dictionary(plugins.map { ($0.manifest.name, $0.manifest.version) }) { max($0, $1) }
  }

  /// Checks what `loadAll` reads before a file is mapped.
  ///
  /// - Returns: whether it passes over the file.
  private func passesOver(
    _ file: LoadableFile, providing provided: [String: PluginVersion]
  ) throws(PluginRefusal) -> Bool {
    let content = ImageContents(file)
    let manifest = try content.checkedManifests().first
    if accepted.contains(where: { $0.isSameBuild(as: file) }) { return true }
    if process.hasOtherwise(file, isPlugin: manifest != nil) { return true }
    if content.hasRecords { try checkCompiler(of: file) }
    if let manifest {
      // Another plug-in can meet what the host does not provide.
      let missing = manifest.missing(providing: provided).filter { $0.provided != nil }
      if !missing.isEmpty { throw .needsMissing(file.name, plugin: "\(manifest)", missing) }
      let counting = plugins.map(\.manifest).filter { $0.name == manifest.name }
        .max { $0.version < $1.version }
      if let counting, counting.version > manifest.version {
        throw .olderVersion(file.name, plugin: "\(manifest)", counting: "\(counting)")
      }
    }
    guard content.hasRecords else { return true }
    if file.hasLoader { throw twice(file, mapped: false) }
    if let manifest { try checkNeeds(manifest, providing: provided, file) }
    return false
  }

  /// Checks what a plug-in needs of others, and what others need of it.
  private func checkNeeds(
    _ manifest: PluginManifest, providing provided: [String: PluginVersion], _ file: LoadableFile
  ) throws(PluginRefusal) {
    var planned = pluginVersions
    let before = planned.updateValue(manifest.version, forKey: manifest.name)
    let missing = manifest.missing(providing: planned.merging(provided) { $1 })
    if !missing.isEmpty { throw .needsMissing(file.name, plugin: "\(manifest)", missing) }
    guard provided[manifest.name] == nil, let before else { return }
    for (content, user) in plugins where planned[user.name] == user.version {
      let need = user.needs.first { $0.name == manifest.name }
      if let need, need.isMet(by: before), !need.isMet(by: manifest.version) {
        throw .neededOtherwise(
          file.name, plugin: "\(manifest)", by: "\(user) (\(content.file.name))", need)
      }
    }
  }

  private func checkCompiler(of file: LoadableFile) throws(PluginRefusal) {
    guard !policy.allowsOtherCompilers, let own = graft.file.origins.first,
      let other = file.origins.first(where: { !$0.isSameCompiler(as: own) })
    else { return }
    throw .otherCompiler(file.name, found: other.name(beside: own), wanted: own.name(beside: other))
  }

  /// Checks symbols, image by image. The last one loaded comes first, as in the
  /// dynamic linker.
  private mutating func checkSymbols(
    of new: [LoadedProcess.Image], _ scope: [LoadedProcess.Image], _ file: LoadableFile
  ) throws(PluginRefusal) {
    let epoch = graft.file.origins.first?.epoch
    var process = process
    let scope = process.global + scope
    for image in new.reversed() {
      let missing = image.missingSymbol(in: scope)
      if let overdrawn = scope.first(where: { $0.file.dynamic.isOverdrawn }) {
        throw .notLoaded(
          file.name, "\(overdrawn.file.name): its symbols overlap, or share hash values")
      }
      guard let symbol = missing else {
        if let other = process.placeVariables(of: image, in: scope) {
          throw .notLoaded(
            file.name, "\(other.file.name): cannot allocate memory in static TLS block")
        }
        continue
      }
      let demangled = Demangling.text(symbol)
      let named = EpochSymbol.epoch(of: symbol, demangled: demangled)
      if let epoch,
        let found = [named, image.file.namedEpoch].compactMap(\.self)
          .first(where: { $0 != epoch })
      {
        throw .epochDiffers(image.file.name, found: found, wanted: epoch)
      }
      throw .unresolvedSymbol(
        image.file.name, symbol, demangled: demangled.map(EpochSymbol.declaration) ?? symbol)
    }
    self.process = process
  }

  /// The refusal of a second copy of Graft.
  ///
  /// - Parameter isMapped: whether the file is among the images of the process.
  private func twice(_ file: LoadableFile, mapped isMapped: Bool) -> PluginRefusal {
    let copies =
      process.images.filter { $0.file.hasLoader }.map(\.file.name) + (isMapped ? [] : [file.name])
    // The others are themselves libraries of Graft.
    let toChange = copies.filter { $0 == process.images.first?.file.name || $0 == file.name }
    return .graftTwice(
      file.name, images: copies, toChange: toChange.isEmpty ? [file.name] : toChange)
  }

  /// Checks for copies of Graft and of the Swift runtime.
  private func checkCopies(
    _ file: LoadableFile, _ scope: [LoadedProcess.Image]
  ) throws(PluginRefusal) {
    func owner(of symbol: String, _ images: [LoadedProcess.Image]) -> LoadedProcess.Image? {
      images.first { $0.file.dynamic.defines(symbol) }
    }
    func isOther(_ symbol: String) -> Bool {
      guard let found = owner(of: symbol, scope), let own = owner(of: symbol, process.global)
      else { return false }
      return found !== own
    }
    // The loader's function is there even if a tool has removed the note.
    if isOther("graft_image_arrived")
      || scope.contains(where: { $0.file.hasLoader && $0 !== graft })
    {
      throw twice(file, mapped: true)
    }
    if isOther("swift_retain") { throw .swiftRuntimeTwice(file.name) }
  }

  // MARK: Protocols

  /// Checks what extensions were compiled against.
  ///
  /// - Returns: the conditions that only the running program decides.
  private func checkProtocols(
    of judged: [ImageContents], among all: [ImageContents], _ scope: [LoadedProcess.Image],
    _ file: LoadableFile
  ) throws(PluginRefusal) -> [String] {
    var conditions: [String] = []
    let linked = contents.filter { content in scope.contains { $0.file === content.file } }
    var extended: [(name: String, content: ImageContents)] = []
    for content in judged {
      // A build that is opened can be in the process already, from another path.
      let name = content.file === scope[0].file ? file.name : content.file.name
      if content.hasOwnRuntime { throw .swiftRuntimeTwice(name) }
      // If the plug-in brings its own copy of the protocol, it was compiled with that one.
      let images = [content] + linked + contents
      lazy var classes = ResilientClasses(content.entry)
      var evolution: [String: Bool?] = [:]
      for located in content.descriptors where !located.descriptor.isPointcut {
        for compiled in content.compiledProtocols(of: located.descriptor) {
          guard let declaring = images.first(where: { $0.protocolRecord(compiled.name) != nil }),
            let there = declaring.protocolRecord(compiled.name)
          else { continue }
          let now = CompiledProtocol(there)
          let isResilient =
            now.foundation == nil
            ? nil : classes?.isResilient(located.descriptor.extensionName, to: there.baseClass)
          var differences: [String] = []
          if now.shape != compiled.shape, !compiled.isStart(of: now) || isResilient == false {
            differences = compiled.differences(to: now)
          } else if let isResilient {
            let base = there.baseClass
            let evolves = evolution[base] ?? declaring.hasEvolution(base)
            evolution[base] = .some(evolves)
            let difference = evolves.flatMap {
              CompiledProtocol.differenceOfEvolution(isResilient, now: $0)
            }
            differences = difference.map { [$0] } ?? []
          }
          guard differences.isEmpty else {
            throw .shapeDiffers(
              name, located.descriptor.extensionName,
              of: located.descriptor.protocolName,
              differences + content.needs.map { "it needs \($0)" })
          }
          if now.shape != compiled.shape, isResilient == nil {
            conditions.append(
              "\(located.descriptor.extensionName) was compiled against a library of "
                + "\(compiled.name) with library evolution: the file does not say")
          }
          extended.append((compiled.name, content))
        }
      }
    }
    var replaced: [(name: String, build: ImageContents)] = []
    for (name, content) in extended {
      for build in try replacedBuilds(declaring: name, for: content, among: all, file) {
        replaced.append((name, build))
      }
    }
    let extending = replaced.sorted { $0.name < $1.name }.lazy.compactMap { name, build in
      self.user(of: build, among: all) { $0.extends(name) }.map { (name, build, $0) }
    }.first
    let needing = replaced.lazy.compactMap { name, build in
      self.user(of: build, among: all) { _ in true }.map { (name, build, $0) }
    }.first
    if let (name, build, user) = extending ?? needing {
      throw .protocolInUse(file.name, name, of: build.file.name, by: user.file.name)
    }
    return conditions
  }

  /// The builds that declare a protocol too, and that later ones of the same plug-in replace.
  ///
  /// - Parameter content: the judged image that extends the protocol.
  /// - Throws: if the image has a copy of its own, and another plug-in or the host has one.
  private func replacedBuilds(
    declaring name: String, for content: ImageContents, among images: [ImageContents],
    _ file: LoadableFile
  ) throws(PluginRefusal) -> [ImageContents] {
    let copies = images.filter { $0.protocolRecord(name) != nil }
    var replaced: [ImageContents] = []
    for copy in copies.dropLast() {
      if copy.isSuperseded, copy.identity == copies.last!.identity {
        replaced.append(copy)
      } else if content.protocolRecord(name) != nil {
        throw .moduleTwice(file.name, module: String(name.prefix { $0 != "." }))
      }
    }
    return replaced
  }

  /// The first image that needs a replaced build, besides builds of the same plug-in.
  private func user(
    of build: ImageContents, among images: [ImageContents], where isUser: (ImageContents) -> Bool
  ) -> ImageContents? {
    images.first { content in
      let needed = process.images.first { $0.file === content.file }?.needed ?? []
      return content.identity != build.identity && !content.isSuperseded
        && needed.contains { $0.file === build.file } && isUser(content)
    }
  }

  /// Checks whether the file would change nothing, since a plug-in that it does not supersede has its
  /// extensions.
  private func checkCopies(
    of judged: [ImageContents], opening image: LoadedProcess.Image, _ file: LoadableFile
  ) throws(PluginRefusal) {
    guard let main = judged.first(where: { $0.file === image.file }), !main.copies.isEmpty else {
      return
    }
    for other in contents where !isOfProgram(other) && !other.isSuperseded {
      guard main.copies.isSubset(of: other.copies) else { continue }
      let isNamed = main.identity != nil && main.identity == other.identity
      if !isNamed { throw .buildUnnamed(file.name, other: other.file.name) }
    }
  }

  // MARK: Conflicts

  /// Checks for new conflicts.
  ///
  /// - Returns: the conditions that only the running program decides.
  private mutating func checkConflicts(
    _ judged: [ImageContents], among images: [ImageContents], _ file: LoadableFile
  ) throws(PluginRefusal) -> [String] {
    if policy.onConflict == .passOver || judged.allSatisfy(\.isWithoutSwift) { return [] }
    let arriving = Set(judged.map(\.entry.origin))
    let entries = process.images.map(\.file.entry)
    let before =
      conflictsOnce
      ?? FileConflicts(entries.filter { !arriving.contains($0.origin) }, contents)
    conflictsOnce = before
    let after = FileConflicts(entries, images)
    var new = after.conflicts.subtracting(before.conflicts)
    if policy.onConflict == .refuse { new.formUnion(after.byName.subtracting(before.byName)) }
    let refusing = Set(new.filter { !$0.isGeneric }.map(\.text))
    if !refusing.isEmpty { throw .conflict(file.name, refusing.sorted()) }
    conflictsOnce = after
    // Generic types that come with it can't be in use.
    let later = new.filter { $0.isGeneric && !arriving.contains($0.subjectOrigin) }
      .map { ($0.first, "whether \($0.subject) is in use") }
    let open = after.open.filter { before.open[$0.key] == nil }
      .map { ($0.descriptor.extensionName, $1) }
    let texts = (later + open).map { "\($0) brings no conflict, which depends on \($1)" }
    return Set(texts).sorted() + unreadTypes(judged)
  }

  /// The conditions for images without a section table, whose types can't be read.
  private func unreadTypes(_ judged: [ImageContents]) -> [String] {
    judged.flatMap { one in
      (contents + judged).filter { other in
        other.file !== one.file && (one.hidesTypes || other.hidesTypes)
          && !one.protocolNames.isDisjoint(with: other.protocolNames)
      }.map { other in
        "it brings no conflict, which depends on the types of "
          + "\((one.hidesTypes ? one : other).file.path.lastComponent.display), "
          + "whose section table is gone"
      }
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: Open conditions

  private func conditions(_ content: ImageContents) -> [String] {
    var conditions: [String] = []
    for located in content.manifests {
      if policy.provided == nil {
        let needs = located.manifest.missing(providing: pluginVersions).map(\.need.description)
        if !needs.isEmpty {
          conditions.append("the host provides \(needs.joined(separator: ", "))")
        }
      }
      if located.accessor != nil { conditions.append("its onLoad does not throw") }
    }
    return conditions
  }
}
