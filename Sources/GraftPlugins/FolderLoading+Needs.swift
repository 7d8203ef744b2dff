// SPDX-License-Identifier: Apache-2.0

import Graft
import GraftDescriptors

// Needs of other plug-ins.
extension FolderLoading {
  /// The versions of plug-ins that count once the files are loaded that were not refused.
  var planned: [String: PluginVersion] {
    var versions = Build.countingVersions
    for file in files {
      guard let manifest = file.candidate?.manifest, file.outcome == nil else { continue }
      versions[manifest.name] = manifest.version
    }
    return versions
  }

  /// The error if a file needs a plug-in that there is not.
  func unmetNeed(
    of number: Int, among plugins: [String: PluginVersion]
  ) -> ImageLoadError? {
    guard let manifest = files[number].candidate?.manifest, files[number].outcome == nil else {
      return nil
    }
    let provided = plugins.merging(options.provided) { $1 }
    let missing = manifest.missing(providing: provided)
    guard let first = missing.first else { return nil }
    let refused = files.first { $0.candidate?.manifest?.name == first.need.name && $0.isRefused }
    if let refused, first.provided == nil {
      return .dependencyRefused(path: files[number].path, dependency: refused.path)
    }
    return .needsMissing(
      path: files[number].path, plugin: manifest.description, missing: missing)
  }

  /// A file that would supersede a plug-in that another one still needs, with the error.
  var firstDisplacing: (file: Int, error: ImageLoadError)? {
    let planned = planned
    for number in files.indices where files[number].outcome == nil {
      guard let manifest = files[number].candidate?.manifest,
        options.provided[manifest.name] == nil, let before = Build.countingVersions[manifest.name]
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
    Dictionary(all(in: [.active]).map { ($0.manifest.name, $0.manifest.version) }) { max($0, $1) }
  }
}
