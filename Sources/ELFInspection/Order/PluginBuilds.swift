// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The builds of plug-ins among files; one of each plug-in counts.
public struct PluginBuilds {
  private struct Build {
    let origin: Origin
    /// The name that builds of a plug-in share.
    let name: String
    /// The name and version in its manifest; nil if it has none.
    let manifest: PluginManifest?
    let isInProcess: Bool
  }

  private var builds: [Build] = []

  public init() {}

  /// Adds a file, if it is linked and has a name of its own.
  ///
  /// - Parameter isInProcess: whether a process says that it counts there.
  public mutating func append(_ found: FoundDescriptors, at origin: Origin, isInProcess: Bool) {
    let manifest = found.manifests.first?.manifest
    guard found.linkedArchitecture != nil,
      let name = manifest?.name ?? found.descriptors.first?.image.soname
    else { return }
    builds.append(
      Build(origin: origin, name: name, manifest: manifest, isInProcess: isInProcess))
  }

  /// Notes at the files that do not count, since another one does.
  ///
  /// - Parameter entries: all files; those of the program always count.
  public func superseded(among entries: [ScanEntry]) -> [Problem] {
    let groups = Dictionary(grouping: builds, by: \.name)
    guard groups.count < builds.count else { return [] }
    let counting = groups.mapValues(Self.counting)
    let program = ProgramFiles(entries)
    return builds.compactMap { build in
      guard let other = counting[build.name], other.origin != build.origin,
        !(build.isInProcess && other.isInProcess),
        program.isPlugin(build.origin, named: build.manifest?.name)
      else { return nil }
      return Problem(
        build.origin,
        InspectionError(
          .leftOut,
          "left out: \(other.origin.display) is the build of "
            + "\(other.manifest?.description ?? build.name) that counts"))
    }
  }

  /// The newest build by the manifests, the first of equal ones, as for `loadAll`; without
  /// manifests the last, as for `load`.
  private static func counting(among builds: [Build]) -> Build {
    func rank(_ build: Build) -> (PluginVersion, Int) {
      (build.manifest!.version, build.isInProcess ? 1 : 0)
    }
    return builds.filter { $0.manifest != nil }.max { rank($0) < rank($1) } ?? builds.last!
  }
}
