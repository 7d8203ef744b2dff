// SPDX-License-Identifier: Apache-2.0

import Graft
import GraftDescriptors

// Files judged by one another.
extension FolderLoading {
  /// Judges the files by one another.
  mutating func plan() {
    for number in files.indices where !files[number].isSettled { files[number].outcome = nil }
    judgedAgain = []
    passOver()
    // This comes before any file of a cycle is opened, which brings all of them.
    while let (number, error) = firstBlocked {
      refuse(number, error)
      judgeAgain(without: number)
    }
  }

  // MARK: The plan

  /// Whether an image is to count.
  func plans(_ image: ExtensionImage) -> Bool {
    files.contains { $0.image == image && $0.outcome == nil }
  }

  /// The images that are not to count, that no file of the plan supersedes or needs as a library.
  var leftOut: [ExtensionImage] {
    let needed = files.indices.filter { files[$0].outcome == nil }
      .flatMap { order.dependencies[$0].flatMap(\.files) }
    return files.indices.filter { number in
      switch files[number].outcome {
      case nil, .passedOver(.superseded): false
      case .passedOver(.noManifest): !needed.contains(number)
      default: true
      }
    }.compactMap { files[$0].image }
  }

  /// Notes whether images count now.
  mutating func note(_ images: [ExtensionImage], areBrought: Bool) {
    for number in files.indices where files[number].image.map(images.contains) ?? false {
      files[number].isBrought = areBrought
    }
  }

  // MARK: Another plan

  /// Makes a plan with an image that could not be taken back, and without the one for which.
  mutating func keep(_ image: ExtensionImage, without other: ExtensionImage?) {
    removed.remove(image)
    if let other { settle(other) } else { plan() }
  }

  /// Makes a plan without an image that could not be restored.
  mutating func settle(_ image: ExtensionImage) {
    let number = files.firstIndex { $0.image == image }!
    settle(number, .passedOver(.alreadyLoaded(image)))
  }

  /// Makes a plan without a file that could not be brought.
  mutating func settle(_ number: Int, _ outcome: PluginResult.Outcome) {
    files[number].outcome = outcome
    files[number].isSettled = true
    plan()
  }

  // MARK: Making it

  /// Judges the files again that were not to be loaded because of one that is refused now: an
  /// older version, or one that needs the version that this would have superseded.
  private mutating func judgeAgain(without refused: Int) {
    let name = files[refused].manifest?.name
    for number in files.indices where number != refused {
      switch files[number].outcome {
      case .passedOver(.superseded(by: files[refused].path)): break
      case .refused(.needsMissing(_, _, let missing))
      where !judgedAgain.contains(number) && missing.contains { $0.need.name == name }:
        judgedAgain.insert(number)
      default: continue
      }
      files[number].outcome = nil
    }
    passOver()
  }

  /// Passes over what is no plug-in to load.
  private mutating func passOver() {
    passOverOlder()
    let havePlugins = files.contains { $0.candidate?.manifest != nil }
    for number in files.indices where files[number].outcome == nil {
      guard let contents = files[number].contents else { continue }
      if !contents.hasDescriptors {
        files[number].outcome = .passedOver(.noDescriptors)
      } else if havePlugins, contents.candidate.manifest == nil, !files[number].isLibrary {
        files[number].outcome = .passedOver(.noManifest)
      }
      if contents.bringsGraft && contents.hasDescriptors && files[number].outcome == nil {
        refuse(
          number,
          .twice(path: files[number].path, copies: [files[number].path]))
      }
    }
  }

  /// Skips older files of a plug-in, and refuses the newest one if this process has a
  /// newer version.
  private mutating func passOverOlder() {
    for number in files.indices where files[number].outcome == nil {
      guard let manifest = files[number].manifest else { continue }
      let newest = newestFile(of: manifest.name)
      if newest != number {
        // Its report comes when the other is loaded: they are one file.
        if let one = files[number].contents, let other = files[newest].contents,
          one.state.isSame(as: other.state)
        {
          continue
        }
        files[number].outcome = .passedOver(.superseded(by: files[newest].path))
      } else if !options.allowsDowngrades,
        let counting = newestBuild(of: manifest.name, besides: decided)?.manifest,
        counting.version > manifest.version
      {
        refuse(
          number,
          .olderVersion(
            path: files[number].path, plugin: manifest.description, counting: "\(counting)"))
      }
    }
  }

  /// The images that a plan decides about.
  var decided: Set<ExtensionImage> { removed.union(files.compactMap(\.image)) }

  /// The newest build of a plug-in that is active or withdrawn.
  func newestBuild(of plugin: String, besides some: Set<ExtensionImage>) -> Build? {
    Build.all(in: [.active, .withdrawn]).filter {
      $0.manifest.name == plugin && !some.contains($0.image)
    }.max { $0.manifest.version < $1.manifest.version }
  }

  /// The newest file of a plug-in; of several with one version one that counts, else one that is
  /// already loaded, else the first.
  private func newestFile(of plugin: String) -> Int {
    func rank(_ number: Int) -> (version: PluginVersion, standing: Int)? {
      let file = files[number]
      guard let manifest = file.manifest, manifest.name == plugin else { return nil }
      switch file.outcome {
      case nil: return (manifest.version, file.isCounting ? 2 : file.image != nil ? 1 : 0)
      // An image that could not be restored leaves its place to an older one.
      case .passedOver(.alreadyLoaded) where file.image == nil: return (manifest.version, 1)
      default: return nil
      }
    }
    return files.indices.filter { rank($0) != nil }.min { one, other in
      let (one, other) = (rank(one)!, rank(other)!)
      return one.version > other.version
        || one.version == other.version && one.standing > other.standing
    }!
  }

  /// A file that can't be loaded because another one isn't, with the error.
  private var firstBlocked: (file: Int, error: ImageLoadError)? {
    for number in order.order where files[number].isJudged {
      if let error = missingDependency(of: number) ?? unmetPlannedNeed(of: number) {
        return (number, error)
      }
    }
    return firstDisplacing
  }

  /// The error if a file needs a refused file.
  ///
  /// If several files have the needed name, one that is not refused is enough.
  func missingDependency(of number: Int) -> ImageLoadError? {
    if files[number].image != nil { return nil }
    for (name, providers) in order.dependencies[number] {
      if providers.allSatisfy({ files[$0].isRefused }) {
        return .dependencyRefused(
          path: files[number].path, dependency: files[providers[0]].path)
      }
      // The program contains a Graft that no other image can link to.
      if providers.contains(where: { files[$0].contents?.bringsGraft == true }),
        !DynamicLinker.hasLoaded(name)
      {
        return .twice(path: files[number].path, copies: [])
      }
    }
    return nil
  }

  private mutating func refuse(_ number: Int, _ error: ImageLoadError) {
    files[number].outcome = .refused(error)
  }
}
