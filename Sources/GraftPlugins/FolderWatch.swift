// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary
import Graft

/// A thread that keeps the process in step with a folder.
final class FolderWatch: Sendable {
  /// The times without an event, in milliseconds, after which files are whole, and after which a
  /// file that is not is looked at again.
  private static let (quiet, patience): (Int32, Int32) = (200, 1000)

  private let folder: PluginFolder
  private let stopper: Int32

  init(_ folder: PluginFolder) throws(ImageLoadError) {
    self.folder = folder
    stopper = graft_watch_stopper()
    if stopper < 0 { throw Self.failure(folder, -stopper) }
  }

  deinit { _ = close(stopper) }

  /// A descriptor that tells of changes of the folder, and of links and folders on the way to it.
  private func descriptor() throws(ImageLoadError) -> Int32 {
    let watch = graft_watch()
    if watch < 0 { throw Self.failure(folder, -watch) }
    // One that is replaced meanwhile leads to another folder.
    for place in FolderEntries.way(to: folder.path) { graft_watch_place(watch, place) }
    let code = graft_watch_folder(watch, folder.path)
    guard code == 0 else {
      _ = close(watch)
      throw Self.failure(folder, code)
    }
    return watch
  }

  private static func failure(_ folder: PluginFolder, _ code: Int32) -> ImageLoadError {
    errno = code
    return .folderUnread(path: folder.path, reason: DynamicLinker.lastError)
  }

  func stop() { graft_watch_stop(stopper) }

  /// Starts the thread.
  func begin(
    _ report: @escaping @Sendable (Result<PluginFolderChanges, ImageLoadError>) -> Void
  ) throws(ImageLoadError) {
    let code = DetachedThread.run("graft folder") { [self] in
      do throws(ImageLoadError) {
        try follow { report(.success($0)) }
      } catch {
        report(.failure(error))
      }
    }
    if code != 0 { throw Self.failure(folder, code) }
  }

  private func follow(_ report: (PluginFolderChanges) -> Void) throws(ImageLoadError) {
    var refused: [String: ImageLoadError] = [:]
    var failures: [ImageStateError] = []
    // The files that are not whole, and when they were looked at first.
    var looked: [String: ContinuousClock.Instant] = [:]
    while true {
      // Another folder can have come to its path; what changes from here on is an event.
      let watch = try descriptor()
      defer { _ = close(watch) }
      var changes = try folder.sync()
      let truncated = Set(changes.results.filter(\.isTruncated).map(\.path))
      // Time for whoever is copying.
      let now = ContinuousClock.now
      looked = looked.filter { truncated.contains($0.key) }
        .merging(truncated.map { ($0, now) }) { old, _ in old }
      let ends = looked.mapValues { $0 + .milliseconds(Self.patience) }.filter { $1 > now }
      let waiting = Set(ends.keys)
      let told = changes.results.filter { !waiting.contains($0.path) }
      changes.results = told.filter { result in
        switch result.outcome {
        case .loaded: true
        case .passedOver: false
        case .refused(let error): refused[result.path] != error
        }
      }
      // A file that is looked at again stays what it was.
      refused = refused.filter { waiting.contains($0.key) }
      for one in told { refused[one.path] = one.error }
      let failed = changes.failures
      changes.failures = failed.filter { !failures.contains($0) }
      failures = failed
      if changes != PluginFolderChanges() { report(changes) }
      let patience = ends.values.min().map { (end: ContinuousClock.Instant) -> Int32 in
        Int32(max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1))) + 1
      }
      let event = graft_watch_wait(watch, stopper, patience ?? -1, Self.quiet)
      switch Int(event) {
      case GRAFT_WATCH_CHANGED: continue
      case GRAFT_WATCH_STOPPED: return
      default: throw Self.failure(folder, -event)
      }
    }
  }
}

extension PluginResult {
  /// Whether the file, or a library that it needs, is not whole.
  fileprivate var isTruncated: Bool {
    switch error {
    case .truncated, .libraryRefused(_, .truncated): true
    default: false
    }
  }
}
