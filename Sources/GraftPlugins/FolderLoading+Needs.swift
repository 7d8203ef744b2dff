// SPDX-License-Identifier: Apache-2.0

import Graft
import GraftDescriptors

// Needs of other plug-ins.
extension FolderLoading {
  /// The versions of plug-ins that count once the plan is carried out.
  private var planned: [String: PluginVersion] {
    let files = files.filter { $0.outcome == nil }.compactMap(\.manifest)
    let others = Build.all(in: [.active]).filter { !decided.contains($0.image) }.map(\.manifest)
    return Dictionary(others.versions) { max($0, $1) }
      .merging(Dictionary(files.versions) { max($0, $1) }) { $1 }
  }

  /// The versions of plug-ins that count, and that the plan leaves, or supersedes by newer ones.
  private var staying: [String: PluginVersion] {
    let going = decided.subtracting(
      files.filter { file in
        switch file.outcome {
        case nil, .passedOver(.superseded): true
        default: false
        }
      }.compactMap(\.image))
    let builds = Build.all(in: [.active]).filter { !going.contains($0.image) }
    return Dictionary(builds.map(\.manifest).versions) { max($0, $1) }
  }

  /// The error if a file needs a plug-in that there will not be.
  ///
  /// One that counts keeps what it needs from being superseded.
  func unmetPlannedNeed(of number: Int) -> ImageLoadError? {
    unmetNeed(of: number, among: planned, or: files[number].isCounting ? staying : [:])
  }

  /// The error if a file needs a plug-in that neither one nor the other has.
  func unmetNeed(
    of number: Int, among plugins: [String: PluginVersion], or others: [String: PluginVersion] = [:]
  ) -> ImageLoadError? {
    guard let manifest = files[number].manifest, files[number].outcome == nil else {
      return nil
    }
    let provided = plugins.merging(options.provided) { $1 }
    let missing = manifest.missing(providing: provided)
      .filter { others[$0.need.name].map($0.need.isMet) != true }
    guard let first = missing.first else { return nil }
    let refused = files.first { $0.manifest?.name == first.need.name && $0.isRefused }
    if let refused, first.provided == nil {
      return .dependencyRefused(path: files[number].path, dependency: refused.path)
    }
    return .needsMissing(
      path: files[number].path, plugin: manifest.description, missing: missing)
  }

  /// A file that would supersede a plug-in that another one still needs, with the error.
  var firstDisplacing: (file: Int, error: ImageLoadError)? {
    let (planned, staying) = (planned, staying)
    for number in files.indices where files[number].outcome == nil && !files[number].isCounting {
      guard let manifest = files[number].manifest,
        options.provided[manifest.name] == nil, let before = staying[manifest.name]
      else { continue }
      for user in Build.all(in: [.active])
      where planned[user.manifest.name] == user.manifest.version {
        let need = user.manifest.needs.first { $0.name == manifest.name }
        guard let need, need.isMet(by: before), !need.isMet(by: manifest.version) else { continue }
        return (
          number,
          .neededOtherwise(
            path: files[number].path, plugin: manifest.description,
            by: "\(user.manifest) (\(user.image.path))", need: need)
        )
      }
    }
    return nil
  }
}

/// A plug-in that `load` brought.
struct Build {
  let image: ExtensionImage
  let manifest: PluginManifest

  /// All plug-ins in one of these states.
  static func all(in states: Set<ImageState>) -> [Build] {
    ExtensionRegistry.images.compactMap { image in
      guard let manifest = image.manifest, PluginSupport.canBeReplaced(image),
        states.contains(image.state)
      else { return nil }
      return Build(image: image, manifest: manifest)
    }
  }

  /// The versions of the plug-ins that count.
  static var countingVersions: [String: PluginVersion] {
    Dictionary(all(in: [.active]).map(\.manifest).versions) { max($0, $1) }
  }
}

extension [PluginManifest] {
  /// The names, each with its version.
  var versions: [(String, PluginVersion)] { map { ($0.name, $0.version) } }
}
