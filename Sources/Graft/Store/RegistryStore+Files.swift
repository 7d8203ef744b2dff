// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The files that images came from.
extension RegistryStore {
  /// Notes what a file was when `load` opened it, unless it was loaded already.
  ///
  /// - Returns: what it was then, if it was loaded by `load`.
  func note(_ file: FileState?, of programHeaders: UInt, isNew: Bool) -> FileState? {
    withState { state in
      if isNew { state.images.files[programHeaders] = file }
      return state.images.files[programHeaders]
    }
  }

  /// Under which path `load` has taken in the same build, whatever became of it since.
  func takenIn(_ file: FileState) -> String? {
    withState { state in
      state.images.files.pairs.filter { $1.isSame(as: file) && state.images.isTakenIn($0) }
        .map(\.1.path).min()
    }
  }

  /// What an image says of itself, more than once where it is malformed.
  func manifests(of number: Int) -> [PluginManifest] {
    withState { $0.images[number].loaded.manifests }
  }
}

extension ImageTable {
  /// Whether `load` has accepted what was opened there.
  fileprivate func isTakenIn(_ programHeaders: UInt) -> Bool {
    let entry = entries.first { $0.loaded.programHeaders == programHeaders }
    // One without descriptors has no entry.
    guard let entry else { return refused[programHeaders] == nil }
    return entry.state != .staged && entry.state != .refused
  }
}
