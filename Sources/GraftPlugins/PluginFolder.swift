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
  private let images: FolderImages

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
    images = FolderImages(path)
    options = FolderOptions(
      provided: provided, onConflict: choice, allowsOtherCompilers: allowsOtherCompilers,
      followsLinks: followsLinks, allowsDowngrades: allowsDowngrades, mapping: mapping)
  }

  /// Loads what is new in the folder as `ExtensionImage.loadAll` does, and takes back what is gone.
  ///
  /// Afterwards those plug-ins count that would count in a new process. An image whose file is gone,
  /// or has another plug-in or a loaded build in its place, is rolled back if the build that it
  /// superseded is to count, and else withdrawn, each before the plug-ins that it needs. If its
  /// file or what it needs comes back, so does the image, unless a newer version counts, another
  /// plug-in needs what it would supersede, or the program has changed its state. A file is
  /// recognised by its content, whatever its name.
  ///
  /// - Returns: the images of files that are gone or back, what failed, and a result for each file.
  /// - Throws: `ImageLoadError.folderUnread` if the folder can't be read; then nothing is done.
  @discardableResult
  public func sync() throws(ImageLoadError) -> PluginFolderChanges {
    if !graft_reads_images() { throw .noPlugins(path: path) }
    let entries = try FolderEntries.entries(of: path, matching: pattern)
    var loading = try FolderLoading(entries, of: path, options)
    let builds = Set(loading.files.compactMap(\.loaded))
    let gone = Set(images.all.filter { !builds.contains($0) && isGone($0, loading.files) })
    let own = images.own(among: builds, gone)
    loading.decide(about: own, removing: gone.union(images.takenBack).subtracting(own))
    var work = Work(loading: loading, gone: gone)
    while true {
      // A plug-in that is taken back may have blocked others.
      while work.loading.judge(policy) { takeBack(&work) }
      guard let number = work.loading.next else { break }
      if let image = work.loading.files[number].image {
        restore(image, of: number, &work)
      } else {
        work.loading.load(number)
      }
      // There may be another plan.
      takeBack(&work)
    }
    work.loading.noteRefusals()
    images.noteSeen()
    work.changes.restored.removeAll { $0.state != .active }
    work.changes.results = work.loading.results
    return work.changes
  }

  /// One run of `sync`.
  private struct Work {
    var loading: FolderLoading
    /// The images whose files are gone.
    let gone: Set<ExtensionImage>
    /// The images that were taken back, or could not be.
    var handled: Set<ExtensionImage> = []
    var changes = PluginFolderChanges()
  }

  /// Whether nothing is in the place of an image's file, or what is no newer build of it.
  private func isGone(_ image: ExtensionImage, _ files: [FolderLoading.File]) -> Bool {
    let file = files.first { ExtensionImage.fileName(of: $0.path) == image.fileName }
    guard let file else { return !FolderEntries.hasFile(path + "/" + image.fileName) }
    if file.loaded != nil { return true }
    switch file.outcome {
    case .passedOver(.symbolicLink), .passedOver(.notRegularFile): return true
    default: break
    }
    // A file that can't be read may not be whole yet.
    guard let candidate = file.candidate else { return false }
    let name = candidate.manifest?.name ?? candidate.soname
    return name == nil || name != PluginSupport.nameOfBuilds(of: image)
  }

  /// Takes back the images whose files are gone, and then those that a plan leaves out, each after
  /// those that need it.
  private func takeBack(_ work: inout Work) {
    func next(of some: some Sequence<ExtensionImage>) -> ExtensionImage? {
      let takenBack = images.takenBack
      return some.filter { image in
        switch image.state {
        case .active: !work.handled.contains(image)
        case .withdrawn: takenBack.contains(image) && before(image, work) != nil
        default: false
        }
        // Newer images can need older ones.
      }.max { $0.number < $1.number }
    }
    while let image = next(of: work.gone) ?? next(of: work.loading.leftOut) {
      takeBack(image, for: before(image, work), &work)
    }
  }

  /// The build that an image superseded, if that is to count.
  private func before(_ image: ExtensionImage, _ work: Work) -> ExtensionImage? {
    guard work.gone.contains(image) else { return nil }
    let before = ExtensionRegistry.generations(of: image.identity).last { $0.state == .superseded }
    return before.flatMap { work.loading.plans($0) ? $0 : nil }
  }

  private func takeBack(
    _ image: ExtensionImage, for before: ExtensionImage?, _ work: inout Work
  ) {
    let (hasCounted, begun) = (image.state == .active, PluginSupport.beginCounts)
    work.handled.insert(image)
    do throws(ImageStateError) {
      let users = try PluginSupport.withdraw(image, rollingBack: before != nil)
      note(users, begun, .needs, &work)
      if hasCounted {
        let reason: PluginFolderChanges.Reason =
          work.gone.contains(image) ? .file : image.manifest == nil ? .manifest : .needs
        note([image], begun, reason, &work)
      } else {
        images.note(takenBack: [image], begun)
      }
      if let before, before.state == .active {
        work.loading.note([before], areBrought: true)
        work.changes.restored.append(before)
      }
    } catch {
      note(error.stillWithdrawn, begun, .needs, &work)
      work.changes.failures.append(error)
      work.loading.keep(image, without: before)
    }
  }

  /// Notes images that were taken back.
  ///
  /// - Parameter begun: the times that images had begun to count before.
  private func note(
    _ withdrawn: [ExtensionImage], _ begun: [Int], _ reason: PluginFolderChanges.Reason,
    _ work: inout Work
  ) {
    images.note(takenBack: withdrawn, begun)
    work.loading.note(withdrawn, areBrought: false)
    work.handled.formUnion(withdrawn)
    work.changes.takenBack += withdrawn
    for image in withdrawn { work.changes.reasons[image] = reason }
  }

  /// Lets the image of a file count again.
  private func restore(_ image: ExtensionImage, of number: Int, _ work: inout Work) {
    let (state, begun) = (image.state, PluginSupport.beginCounts)
    if state == .active { return work.loading.note([image], areBrought: true) }
    if let error = work.loading.unmetNeed(of: number, among: Build.countingVersions) {
      return work.loading.settle(number, .refused(error))
    }
    do throws(ImageStateError) {
      let users = try PluginSupport.reinstate(image, from: state, onConflict: options.onConflict)
      note(users, begun, .needs, &work)
      images.note(restored: image, begun)
      work.loading.note([image], areBrought: true)
      work.handled.remove(image)
      if let index = work.changes.takenBack.firstIndex(of: image) {
        work.changes.takenBack.remove(at: index)
      } else {
        work.changes.restored.append(image)
      }
    } catch {
      note(error.stillWithdrawn, begun, .needs, &work)
      work.changes.failures.append(error)
      work.loading.settle(image)
    }
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
  /// The images that count again: their files or what they need are back, or what superseded them
  /// is gone.
  public internal(set) var restored: [ExtensionImage] = []
  /// The images that could not be taken back or restored; `sync()` tries again.
  public internal(set) var failures: [ImageStateError] = []
  /// A result for each file that matches, in the order of the names' bytes.
  public internal(set) var results: [PluginResult] = []
  /// The reasons for `takenBack`.
  var reasons: [ExtensionImage: Reason] = [:]

  enum Reason: String {
    case file = "the file is gone"
    case needs = "what it needs is gone"
    case manifest = "it has no manifest, and others of the folder have"
  }
}

extension PluginFolderChanges: CustomStringConvertible {
  /// A line for each image and file.
  public var description: String {
    let lines =
      takenBack.map { image in
        "\(image.path): \(reasons[image]!.rawValue), and its extensions count no more"
      }
      + restored.map { "\($0.path): its extensions count again" }
      + failures.map(\.description) + results.map(\.description)
    return lines.joined(separator: "\n")
  }
}
