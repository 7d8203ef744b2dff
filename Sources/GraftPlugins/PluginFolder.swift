// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
public import Graft
public import GraftDescriptors

/// A folder of plug-ins that the process is kept in step with.
public final class PluginFolder: Sendable {
  /// The folder, as given.
  public let path: String
  private let pattern: String
  private let options: FolderOptions
  private let policy: @Sendable (PluginCandidate) throws -> Bool
  /// The images that do not count since their files, or what they need, were gone, with the times
  /// that they had begun to count. One that began again is the program's.
  private let takenBack = Guarded<[ExtensionImage: Int]>([:])
  /// The images of this folder that `sync` has seen: a link on the way to it can lead elsewhere now.
  private let seen = Guarded<Set<ExtensionImage>>([])

  /// Names a folder; nothing is read yet.
  ///
  /// The parameters are those of `ExtensionImage.loadAll`.
  public init(
    _ path: String, matching pattern: String = "*.so",
    providing provided: [String: PluginVersion] = [:],
    onConflict choice: ConflictChoice = .firstByName,
    allowingOtherCompilers allowsOtherCompilers: Bool = false,
    followingLinks followsLinks: Bool = false,
    allowingDowngrades allowsDowngrades: Bool = false, mapping: PluginMapping = .sealedCopy,
    policy: @escaping @Sendable (PluginCandidate) throws -> Bool = { _ in true }
  ) {
    (self.path, self.pattern, self.policy) = (path, pattern, policy)
    options = FolderOptions(
      provided: provided, onConflict: choice, allowsOtherCompilers: allowsOtherCompilers,
      followsLinks: followsLinks, allowsDowngrades: allowsDowngrades, mapping: mapping)
  }

  /// Loads what is new in the folder as `ExtensionImage.loadAll` does, and takes back what is gone.
  ///
  /// An image whose file is gone, or replaced by that of a loaded build, is rolled back if a build
  /// that was superseded is in the folder, and else withdrawn, each before the plug-ins that it
  /// needs. If its file comes back, so does the image, unless a newer version counts, another
  /// plug-in needs what it would supersede, or the program has reinstated it; and so does one whose
  /// need is met again. A file is recognised by its content, whatever its name.
  ///
  /// - Returns: the images of files that are gone or back, what failed, and a result for each file.
  /// - Throws: `ImageLoadError.folderUnread` if the folder can't be read; then nothing is done.
  @discardableResult
  public func sync() throws(ImageLoadError) -> PluginFolderChanges {
    if !graft_reads_images() { throw .noPlugins(path: path) }
    let entries = try FolderEntries.entries(of: path, matching: pattern)
    var options = options
    let loaded = entries.compactMap { entry in self.build(in: entry).map { (entry.path, $0) } }
    let builds = Set(loaded.map(\.1))
    let names = Set(loaded.map { ExtensionImage.fileName(of: $0.0) })
    let gone = imagesOfFolder.filter { image in
      // A file that is not loaded yet may supersede the image from its path.
      !builds.contains(image)
        && (names.contains(image.fileName) || !FolderEntries.hasFile(path + "/" + image.fileName))
    }
    options.removed = Set(gone)
    var loading = try FolderLoading(entries, of: path, options)
    var changes = PluginFolderChanges()
    takeBack(gone, builds, &changes)
    restore(builds, &changes)
    loading.judge(policy)
    loading.load()
    loading.noteRefusals()
    // Files of other plug-ins can have taken the names of those before them.
    let results = loading.results
    let arrived = results.filter { $0.arrival != nil }
    let newer = Set(arrived.flatMap { $0.arrival!.images })
    let newNames = Set(arrived.map { ExtensionImage.fileName(of: $0.path) })
    takeBack(
      imagesOfFolder.filter { !builds.contains($0) && !newer.contains($0) }
        .filter { newNames.contains($0.fileName) },
      builds, &changes)
    // Others may need the plug-ins that were loaded.
    restore(builds.union(newer), &changes)
    let images = imagesOfFolder
    seen.withLock { $0.formUnion(images) }
    changes.results = results.map { judged($0, builds) }
    return changes
  }

  /// The image that `load` has made of a file's content, or brought with another file.
  private func build(in entry: FolderEntries.Entry) -> ExtensionImage? {
    guard entry.passOver(followingLinks: options.followsLinks) == nil,
      let file = try? PluginFile(entry.path, followingLinks: options.followsLinks), file.isRegular,
      let segments = try? file.segments()
    else { return nil }
    let state = file.state(segments)
    return PluginSupport.loadedImage(of: state) ?? PluginSupport.loadedLibrary(of: state)
  }

  /// The images that `load` brought from files of this folder, the oldest first.
  private var imagesOfFolder: [ExtensionImage] {
    let folder = FolderEntries.target(of: path) ?? path
    let known = seen.withLock { $0 }
    return ExtensionRegistry.images.filter { image in
      guard PluginSupport.canBeReplaced(image), let end = image.path.lastIndex(of: "/") else {
        return false
      }
      let place = String(image.path[..<end])
      return known.contains(image) || place == path || place + "/" == path
        || (FolderEntries.target(of: place) ?? place) == folder
    }
  }

  /// Takes back the images whose files are gone, each after those that need it.
  ///
  /// - Parameter builds: the images whose files are there.
  private func takeBack(
    _ gone: [ExtensionImage], _ builds: Set<ExtensionImage>, _ changes: inout PluginFolderChanges
  ) {
    let ownWithdrawn = Set(allTakenBack)
    var rest = gone
    func superseded(by image: ExtensionImage) -> ExtensionImage? {
      ExtensionRegistry.generations(of: image.identity).last {
        $0.state == .superseded && builds.contains($0)
      }
    }
    // Newer images can need older ones, and one that was superseded can count again meanwhile.
    while let index = rest.lastIndex(where: { image in
      image.state == .active
        || image.state == .withdrawn && ownWithdrawn.contains(image)
          && superseded(by: image) != nil
    }) {
      let image = rest.remove(at: index)
      takeBack(image, for: superseded(by: image), &changes)
    }
  }

  /// Takes back an image whose file is gone, and those that need it.
  ///
  /// - Parameter before: a build that it superseded and whose file is there.
  private func takeBack(
    _ image: ExtensionImage, for before: ExtensionImage?, _ changes: inout PluginFolderChanges
  ) {
    let (hasCounted, begun) = (image.state == .active, PluginSupport.beginCounts)
    let users: [ExtensionImage]
    do throws(ImageStateError) {
      users = try PluginSupport.withdraw(image, rollingBack: before != nil)
    } catch {
      note(error.stillWithdrawn, begun, withoutNeeds: true, &changes)
      return changes.failures.append(error)
    }
    note(users, begun, withoutNeeds: true, &changes)
    if hasCounted {
      note([image], begun, withoutNeeds: false, &changes)
    } else if let before, before.state == .active {
      changes.restored.append(before)
    }
  }

  /// Notes images that were withdrawn for the folder.
  ///
  /// - Parameter begun: the times that images had begun to count before. Those that came or began
  ///   again meanwhile are the program's.
  private func note(
    _ images: [ExtensionImage], _ begun: [Int], withoutNeeds: Bool,
    _ changes: inout PluginFolderChanges
  ) {
    let known = images.filter { begun.indices.contains($0.number) }
    takenBack.withLock { $0.merge(known.map { ($0, begun[$0.number]) }) { $1 } }
    changes.takenBack += images
    if withoutNeeds { changes.withoutNeeds.formUnion(images) }
  }

  /// Restores the images that can count again, each after those that it needs.
  private func restore(_ builds: Set<ExtensionImage>, _ changes: inout PluginFolderChanges) {
    func next() -> (image: ExtensionImage, state: ImageState)? {
      allTakenBack.map { ($0, $0.state) }.filter { image, state in
        [.withdrawn, .rolledBack, .superseded].contains(state) && isThere(image, builds)
          && !changes.failures.contains { $0.path == image.path } && fits(image, state, builds)
      }.min { $0.0.number < $1.0.number }
    }
    while let (image, state) = next() {
      let begun = PluginSupport.beginCounts
      do throws(ImageStateError) {
        let users = try PluginSupport.reinstate(
          image, from: state, onConflict: options.onConflict)
        note(users, begun, withoutNeeds: true, &changes)
        takenBack.withLock { $0[image] = nil }
        if let index = changes.takenBack.firstIndex(of: image) {
          changes.takenBack.remove(at: index)
        } else {
          changes.restored.append(image)
        }
      } catch {
        note(error.stillWithdrawn, begun, withoutNeeds: true, &changes)
        // An image that another thread has changed is judged again.
        if image.state == state { changes.failures.append(error) }
      }
    }
  }

  /// The images that were taken back, and that nobody has reinstated since.
  private var allTakenBack: [ExtensionImage] {
    let (noted, begun) = (takenBack.withLock { $0 }, PluginSupport.beginCounts)
    return noted.filter { begun[$0.key.number] == $0.value }.map(\.key)
  }

  /// Whether an image's file is there, in this folder or in another one.
  private func isThere(_ image: ExtensionImage, _ builds: Set<ExtensionImage>) -> Bool {
    builds.contains(image)
      || !imagesOfFolder.contains(image) && FolderEntries.hasFile(image.path)
  }

  /// Whether it is the newest version, there is what the image needs, and it supersedes nothing
  /// that others need.
  private func fits(
    _ image: ExtensionImage, _ state: ImageState, _ builds: Set<ExtensionImage>
  ) -> Bool {
    // Only versions tell whether what superseded it is older.
    guard let manifest = image.manifest else { return state != .superseded }
    return !isOlder(manifest, state, builds) && missing(manifest).isEmpty
      && displaced(by: image, state, builds) == nil
  }

  /// Whether the folder has a version that counts and is not older than the image's, or, if the
  /// image was superseded, the process has one that counts or is withdrawn.
  private func isOlder(
    _ manifest: PluginManifest, _ state: ImageState, _ builds: Set<ExtensionImage>
  ) -> Bool {
    let isSuperseded = state == .superseded
    return Build.all(in: isSuperseded ? [.active, .withdrawn] : [.active]).contains {
      $0.manifest.name == manifest.name && $0.manifest.version >= manifest.version
        && (isSuperseded || builds.contains($0.image))
    }
  }

  /// An image that needs what another one would supersede, unless a newer build of it waits for
  /// that one, and for nothing that is not there.
  private func displaced(
    by image: ExtensionImage, _ state: ImageState, _ builds: Set<ExtensionImage>
  ) -> Build? {
    guard let manifest = image.manifest else { return nil }
    let users = PluginSupport.dependents(onReinstating: image, from: state)
    if users.isEmpty { return nil }
    let waiting = allTakenBack.filter { isThere($0, builds) }.compactMap(\.manifest)
    let provided = Build.countingVersions
      .merging(waiting.map { ($0.name, $0.version) }) { max($0, $1) }
      .merging([manifest.name: manifest.version]) { $1 }.merging(options.provided) { $1 }
    return Build.all(in: [.active]).first { user in
      users.contains(user.image)
        && !waiting.contains { newer in
          newer.name == user.manifest.name && newer.version > user.manifest.version
            && newer.missing(providing: provided).isEmpty
        }
    }
  }

  private func missing(_ manifest: PluginManifest) -> [PluginManifest.Shortfall] {
    manifest.missing(providing: Build.countingVersions.merging(options.provided) { $1 })
  }

  /// The result for a file, which is refused if what it needs is gone, or if others need what it
  /// would supersede.
  private func judged(_ result: PluginResult, _ builds: Set<ExtensionImage>) -> PluginResult {
    guard case .passedOver(.alreadyLoaded(let image)) = result.outcome,
      allTakenBack.contains(image), let manifest = image.manifest
    else { return result }
    let (missing, state) = (missing(manifest), image.state)
    let error: ImageLoadError
    if !missing.isEmpty {
      error = .needsMissing(path: result.path, plugin: manifest.description, missing: missing)
    } else if state != .superseded || !isOlder(manifest, state, builds),
      let user = displaced(by: image, state, builds),
      let need = user.manifest.needs.first(where: { $0.name == manifest.name })
    {
      error = .neededOtherwise(
        path: result.path, plugin: manifest.description,
        by: "\(user.manifest) (\(user.image.path))", need: need)
    } else {
      return result
    }
    return PluginResult(
      path: result.path, target: result.target, candidate: result.candidate,
      outcome: .refused(error))
  }

  // MARK: Changes of the folder

  /// The results of `sync()` now, and again whenever the folder's files have changed, or a link on
  /// the way to it, or another folder took its place.
  ///
  /// A file counts as changed once it was closed or got its name, and no other file did for 0.2
  /// seconds; one that is not whole is looked at again after a second. Files that nothing was done for
  /// are left out, and so are refusals that were reported before. The sequence ends when its task is
  /// cancelled.
  ///
  /// Plug-ins' `onLoad` and the policy run on a thread of the sequence.
  ///
  /// - Returns: a sequence for one reader. It throws `ImageLoadError.folderUnread` if the folder
  ///   can't be watched, or is gone.
  public func changes() -> AsyncThrowingStream<PluginFolderChanges, any Error> {
    let (changes, continuation) = AsyncThrowingStream.makeStream(of: PluginFolderChanges.self)
    do throws(ImageLoadError) {
      let watch = try FolderWatch(self)
      continuation.onTermination = { _ in watch.stop() }
      try watch.begin { result in
        switch result {
        case .success(let changes): continuation.yield(changes)
        case .failure(let error): continuation.finish(throwing: error)
        }
      }
    } catch {
      continuation.finish(throwing: error)
    }
    return changes
  }
}

/// What `PluginFolder` did to follow its folder.
public struct PluginFolderChanges: Equatable, Sendable {
  /// The images whose files are gone, and those that need one of them, that do not count any more.
  public internal(set) var takenBack: [ExtensionImage] = []
  /// The images that were taken back, and count again.
  public internal(set) var restored: [ExtensionImage] = []
  /// The images that could not be taken back or restored; `sync()` tries again.
  public internal(set) var failures: [ImageStateError] = []
  /// A result for each file that matches, in the order of the names' bytes.
  public internal(set) var results: [PluginResult] = []
  /// The images of `takenBack` that need one of the others.
  var withoutNeeds: Set<ExtensionImage> = []
}

extension PluginFolderChanges: CustomStringConvertible {
  /// A line for each image and file.
  public var description: String {
    let lines =
      takenBack.map { image in
        let what = withoutNeeds.contains(image) ? "what it needs" : "the file"
        return "\(image.path): \(what) is gone, and its extensions count no more"
      }
      + restored.map { "\($0.path): the file is back, and its extensions count again" }
      + failures.map(\.description) + results.map(\.description)
    return lines.joined(separator: "\n")
  }
}
