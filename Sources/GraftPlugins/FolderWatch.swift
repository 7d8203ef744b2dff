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
  private let watch: Int32
  private let stopper: Int32

  init(_ folder: PluginFolder) throws(ImageLoadError) {
    self.folder = folder
    watch = graft_watch_folder(folder.path)
    if watch < 0 { throw Self.failure(folder, -watch) }
    stopper = graft_watch_stopper()
    if stopper < 0 {
      _ = close(watch)
      throw Self.failure(folder, -stopper)
    }
  }

  deinit {
    _ = close(watch)
    _ = close(stopper)
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
    var hasWaited = false
    while true {
      var changes = try folder.sync()
      let isWhole = !changes.results.contains(where: \.isTruncated)
      // Time for whoever is copying.
      let waits = !isWhole && !hasWaited
      let told = changes.results.filter { !waits || !$0.isTruncated }
      changes.results = told.filter { result in
        switch result.outcome {
        case .loaded: true
        case .passedOver: false
        case .refused(let error): refused[result.path] != error
        }
      }
      refused = Dictionary(told.compactMap { one in one.error.map { (one.path, $0) } }) { $1 }
      if changes != PluginFolderChanges() { report(changes) }
      hasWaited = waits
      let event = graft_watch_wait(watch, stopper, waits ? Self.patience : -1, Self.quiet)
      switch Int(event) {
      case GRAFT_WATCH_CHANGED: continue
      case GRAFT_WATCH_STOPPED: return
      case GRAFT_WATCH_GONE: throw Self.failure(folder, ENOENT)
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
