// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// One `loadAll`, on its way from a folder's names to a result for each.
struct FolderLoading {
  private struct File {
    let path: String
    var contents: PluginFile.Contents?
    /// Nil as long as nothing speaks against it.
    var outcome: PluginResult.Outcome?

    var isRefused: Bool { if case .refused = outcome { true } else { false } }
  }

  private let store: Registry
  private var files: [File]
  private let order: PluginOrder

  init(_ entries: [PluginFolder.Entry], _ store: Registry) {
    self.store = store
    files = entries.map { Self.read($0, store) }
    order = PluginOrder(
      files.map { file in
        let candidate = file.contents?.candidate
        return PluginOrder.File(
          path: file.path, soname: candidate?.soname, needed: candidate?.neededLibraries ?? [])
      })
  }

  /// In the order of the names.
  var results: [PluginResult] {
    files.map {
      PluginResult(path: $0.path, candidate: $0.contents?.candidate, outcome: $0.outcome!)
    }
  }

  private static func read(_ entry: PluginFolder.Entry, _ store: Registry) -> File {
    var file = File(path: entry.path)
    switch entry.kind {
    case .symbolicLink: file.outcome = .passedOver(.symbolicLink)
    case .other: file.outcome = .passedOver(.notRegularFile)
    case nil: file.outcome = .passedOver(.nameNotUTF8)
    case .regular:
      do throws(ImageLoadError) {
        let contents = try PluginFile.contents(of: entry.path)
        file.contents = contents
        file.outcome = store.takenIn(contents.state).map { .passedOver(.alreadyLoaded(path: $0)) }
      } catch .notELF {
        file.outcome = .passedOver(.notELF)
      } catch {
        file.outcome = .refused(error)
      }
    }
    return file
  }

  // MARK: Before anything is mapped

  /// Asks of each file by itself, in the order of the names, whether it may be loaded.
  mutating func judge(
    providing provided: [String: PluginVersion], _ policy: (PluginCandidate) throws -> Bool
  ) {
    for (number, file) in files.enumerated() where file.outcome == nil {
      let candidate = file.contents!.candidate
      let missing = candidate.manifest?.missing(providing: provided) ?? []
      if let manifest = candidate.manifest, !missing.isEmpty {
        refuse(
          number, .needsMissing(path: file.path, plugin: manifest.description, missing: missing))
        continue
      }
      do {
        if try policy(candidate) { continue }
        refuse(number, .refusedByPolicy(path: file.path, reason: nil))
      } catch {
        refuse(number, .refusedByPolicy(path: file.path, reason: "\(error)"))
      }
    }
    // Before one of a cycle is opened, which brings all of it.
    while let (number, dependency) = firstBlocked { refuse(number, dependingOn: dependency) }
  }

  /// A file that is to be loaded, and one of those that it needs which is not.
  private var firstBlocked: (file: Int, dependency: Int)? {
    for number in order.order where files[number].outcome == nil {
      if let dependency = refusedDependency(of: number) { return (number, dependency) }
    }
    return nil
  }

  /// Finds a refused file without which one can't be loaded; where several have the name that it
  /// needs, one of them is enough.
  private func refusedDependency(of number: Int) -> Int? {
    order.dependencies[number].first { $0.allSatisfy { files[$0].isRefused } }?.first
  }

  private mutating func refuse(_ number: Int, dependingOn dependency: Int) {
    refuse(
      number,
      .dependencyRefused(path: files[number].path, dependency: files[dependency].path))
  }

  private mutating func refuse(_ number: Int, _ error: ImageLoadError) {
    files[number].outcome = .refused(error)
  }

  // MARK: Loading

  mutating func load(allowingConflicts: Bool, allowingOtherCompilers: Bool) {
    for number in order.order where files[number].outcome == nil {
      let state = files[number].contents!.state
      if let dependency = refusedDependency(of: number) {
        refuse(number, dependingOn: dependency)
      } else if let path = store.takenIn(state) {
        files[number].outcome = .passedOver(.alreadyLoaded(path: path))
      } else {
        do throws(ImageLoadError) {
          let arrival = try ExtensionImage.load(
            files[number].path, judgedAs: state, allowingConflicts: allowingConflicts,
            allowingOtherCompilers: allowingOtherCompilers)
          files[number].outcome = .loaded(arrival)
        } catch {
          files[number].outcome = .refused(error)
        }
      }
    }
  }
}
