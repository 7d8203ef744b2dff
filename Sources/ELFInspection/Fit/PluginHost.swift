// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A host, as far as its files tell. It judges plug-ins one after the other;
/// those it accepts count as loaded for the next ones.
public struct PluginHost {
  private var process: LoadedProcess
  private var contents: [ImageContents]
  private let graft: LoadedProcess.Image
  private let policy: HostPolicy
  /// The conflicts among the images so far; nil until they are needed.
  private var conflictsOnce: Set<FileConflict>?

  /// Reads a host.
  ///
  /// - Parameter executable: the program; libraries that it needs are found as
  ///   by the dynamic linker.
  /// - Throws: if nothing can be said about the host.
  public init(_ executable: Path, _ policy: HostPolicy) throws(InspectionError) {
    do throws(PluginRefusal) {
      process = try LoadedProcess(executable: executable)
    } catch {
      throw InspectionError(.system, "the host can't be read: \(error.text)")
    }
    guard let graft = process.images.first(where: { $0.file.hasLoader }) else {
      throw InspectionError(
        .system, "neither the host nor what it needs has Graft in it: it loads no plug-ins")
    }
    self.graft = graft
    self.policy = policy
    contents = process.images.map { ImageContents($0) }
  }

  /// Whether a file is in the process already, so that it need not be judged.
  public func hasLoaded(_ path: Path) -> Bool {
    guard let input = try? InputFile(opening: path), let identity = try? input.identity else {
      return false
    }
    return process.image(of: identity) != nil
  }

  /// Judges a plug-in as `load` would, and loads it if nothing speaks against it.
  public mutating func judge(_ path: Path) -> PluginFit {
    do throws(PluginRefusal) {
      return PluginFit(Origin(path), nil, conditions: try load(path))
    } catch {
      return PluginFit(Origin(path), error)
    }
  }

  // MARK: In the order of `load`

  private mutating func load(_ path: Path) throws(PluginRefusal) -> [String] {
    let file = try LoadableFile(path, for: process.machine)
    if let provided = policy.provided {
      let manifests = try ImageContents(file).checkedManifests()
      let missing = manifests.first?.missing(providing: provided) ?? []
      if let manifest = manifests.first, !missing.isEmpty {
        throw .needsMissing(file.name, plugin: "\(manifest)", missing)
      }
    }
    if !policy.allowsOtherCompilers { try checkCompiler(of: file) }
    if process.isStatic { throw .swiftRuntimeTwice(file.name) }
    if process.image(of: file.identity) != nil { return [] }
    if let refusal = file.linkerRefusal { throw refusal }
    let (new, scope) = try process.opening(file)
    try checkSymbols(of: new, scope)
    try checkCopies(file, scope)
    let judged = new.map { ImageContents($0) }
    for content in judged { try content.checkRecords() }
    try checkProtocols(of: judged, file)
    try checkConflicts(judged, file)
    process.add(new)
    contents += judged
    return judged.flatMap { conditions($0) }
  }

  private func checkCompiler(of file: LoadableFile) throws(PluginRefusal) {
    guard let own = graft.file.origins.first,
      let other = file.origins.first(where: { !$0.isSameCompiler(as: own) })
    else { return }
    throw .otherCompiler(
      file.name, found: other.name(beside: own), wanted: own.name(beside: other))
  }

  /// Checks symbols, image by image. The last one loaded comes first, as in the
  /// dynamic linker.
  private func checkSymbols(
    of new: [LoadedProcess.Image], _ scope: [LoadedProcess.Image]
  ) throws(PluginRefusal) {
    let epoch = graft.file.origins.first?.epoch
    for image in new.reversed() {
      guard let symbol = image.missingSymbol(in: process.global + scope) else { continue }
      let demangled = Demangling.text(symbol)
      let other = image.file.namedEpoch
      if let found = EpochSymbol.epoch(of: symbol, demangled: demangled)
        ?? (other == epoch ? nil : other), let epoch
      {
        throw .epochDiffers(image.file.name, found: found, wanted: epoch)
      }
      throw .unresolvedSymbol(
        image.file.name, symbol, demangled: demangled.map(EpochSymbol.declaration) ?? symbol)
    }
  }

  /// Checks for copies of Graft and of the Swift runtime.
  private func checkCopies(
    _ file: LoadableFile, _ scope: [LoadedProcess.Image]
  ) throws(PluginRefusal) {
    let others = scope.filter { $0.file.hasLoader && $0 !== graft }
    if !others.isEmpty {
      let all = (process.images + scope.filter { one in !process.images.contains { $0 === one } })
        .filter { $0.file.hasLoader }
      let names = all.map(\.file.name)
      // Only the program and the plug-in can be linked differently.
      let toChange = names.filter { $0 == process.images.first?.file.name || $0 == file.name }
      throw .graftTwice(
        file.name, images: names, toChange: toChange.isEmpty ? [file.name] : toChange)
    }
    func owner(_ images: [LoadedProcess.Image]) -> LoadedProcess.Image? {
      images.first { $0.file.dynamic.defines("swift_retain") }
    }
    if let found = owner(scope), let own = owner(process.global), found !== own {
      throw .swiftRuntimeTwice(file.name)
    }
  }

  // MARK: Protocols

  private func checkProtocols(
    of judged: [ImageContents], _ file: LoadableFile
  ) throws(PluginRefusal) {
    for content in judged {
      var checked: Set<String> = []
      for located in content.descriptors where !located.descriptor.isPointcut {
        for compiled in content.compiledProtocols(of: located.descriptor) {
          // If the plug-in brings its own copy of the protocol, it was compiled
          // with that one.
          let own = content.protocols.first { $0.name == compiled.name }
          let there = contents.lazy.flatMap(\.protocols).first { $0.name == compiled.name }
          guard let now = (own ?? there).map({ CompiledProtocol($0.record) }) else { continue }
          if now.shape != compiled.shape {
            throw .shapeDiffers(
              file.name, located.descriptor.extensionName, of: located.descriptor.protocolName,
              compiled.differences(to: now))
          }
          if own != nil, there != nil, checked.insert(compiled.name).inserted {
            throw .moduleTwice(file.name, module: String(compiled.name.prefix { $0 != "." }))
          }
        }
      }
    }
  }

  // MARK: Conflicts

  private mutating func checkConflicts(
    _ judged: [ImageContents], _ file: LoadableFile
  ) throws(PluginRefusal) {
    let before = conflictsOnce ?? FileConflict.among(contents)
    let after = judged.allSatisfy(\.isWithoutSwift) ? before : FileConflict.among(contents + judged)
    let new = after.subtracting(before)
    if !policy.allowsConflicts, !new.isEmpty {
      conflictsOnce = before
      throw .conflict(file.name, new.map(\.text).sorted())
    }
    conflictsOnce = after
  }

  // MARK: What remains open

  private func conditions(_ content: ImageContents) -> [String] {
    var conditions: [String] = []
    for located in content.manifests {
      if policy.provided == nil, !located.manifest.needs.isEmpty {
        let needs = located.manifest.needs.map(\.description).joined(separator: ", ")
        conditions.append("the host provides \(needs)")
      }
      if located.accessor != nil { conditions.append("its onLoad does not throw") }
    }
    return conditions
  }
}
