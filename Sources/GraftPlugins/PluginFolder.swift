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
  /// The images that this object has taken back since their files were gone.
  private let takenBack = Guarded<Set<ExtensionImage>>([])

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
  /// needs. If its file comes back, so does the image. A file is recognised by its content, whatever
  /// its name.
  ///
  /// - Returns: the images of files that are gone or back, and a result for each file.
  /// - Throws: `ImageLoadError.folderUnread` if the folder can't be read; then nothing is done.
  @discardableResult
  public func sync() throws(ImageLoadError) -> PluginFolderChanges {
    if !graft_reads_images() { throw .noPlugins(path: path) }
    let entries = try FolderEntries.entries(of: path, matching: pattern)
    var options = options
    let loaded = entries.compactMap { entry in self.build(in: entry).map { (entry.path, $0) } }
    let builds = Set(loaded.map(\.1))
    // A file that is not loaded yet may supersede the image from its path.
    let names = Set(loaded.map { ExtensionImage.fileName(of: $0.0) })
    let gone = imagesOfFolder.filter { image in
      !builds.contains(image)
        && (names.contains(image.fileName) || !FolderEntries.hasFile(image.path))
    }
    options.removed = Set(gone)
    var changes = PluginFolderChanges()
    // Newer images can need older ones.
    for image in gone.reversed() where image.state == .active {
      if takeBack(image, builds) { changes.takenBack.append(image) }
    }
    for image in takenBack.withLock({ $0 }).sorted(by: { $0.number < $1.number })
    where builds.contains(image) {
      takenBack.withLock { _ = $0.remove(image) }
      if (try? image.reinstate()) != nil { changes.restored.append(image) }
    }
    var loading = try FolderLoading(entries, of: path, options)
    loading.judge(policy)
    loading.load()
    loading.noteRefusals()
    changes.results = loading.results
    return changes
  }

  /// The image that `load` has made of a file's content.
  private func build(in entry: FolderEntries.Entry) -> ExtensionImage? {
    guard entry.passOver(followingLinks: options.followsLinks) == nil,
      let file = try? PluginFile(entry.path, followingLinks: options.followsLinks), file.isRegular,
      let segments = try? file.segments()
    else { return nil }
    return PluginSupport.loadedImage(of: file.state(segments))
  }

  /// The images that `load` brought from files of this folder, the oldest first.
  private var imagesOfFolder: [ExtensionImage] {
    let folder = FolderEntries.target(of: path) ?? path
    return ExtensionRegistry.images.filter { image in
      guard PluginSupport.canBeReplaced(image), let end = image.path.lastIndex(of: "/") else {
        return false
      }
      let place = String(image.path[..<end])
      return place == path || place + "/" == path
        || (FolderEntries.target(of: place) ?? place) == folder
    }
  }

  /// Takes back an image whose file is gone.
  ///
  /// - Parameter builds: the images whose files are there.
  private func takeBack(_ image: ExtensionImage, _ builds: Set<ExtensionImage>) -> Bool {
    let before = ExtensionRegistry.generations(of: image.identity).last {
      $0.state == .superseded && builds.contains($0)
    }
    do {
      _ = try before == nil ? image.withdraw() : image.rollBack(allowingConflicts: true)
    } catch {
      return false
    }
    takenBack.withLock { _ = $0.insert(image) }
    return true
  }

  // MARK: Changes of the folder

  /// The results of `sync()` now, and again whenever the folder's files have changed.
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
  /// The images whose files are gone, and that do not count any more.
  public internal(set) var takenBack: [ExtensionImage] = []
  /// The images whose files are back, and that count again.
  public internal(set) var restored: [ExtensionImage] = []
  /// A result for each file that matches, in the order of the names' bytes.
  public internal(set) var results: [PluginResult] = []
}

extension PluginFolderChanges: CustomStringConvertible {
  /// A line for each image and file.
  public var description: String {
    let lines =
      takenBack.map { "\($0.path): the file is gone, and its extensions count no more" }
      + restored.map { "\($0.path): the file is back, and its extensions count again" }
      + results.map(\.description)
    return lines.joined(separator: "\n")
  }
}
