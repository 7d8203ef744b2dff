import Graft
import LogAPI

/// The releases of plug-ins that this run has loaded, by the names in their manifests.
struct Plugins {
  private var releases: [String: [ExtensionImage]] = [:]

  /// Obeys `load PATH`, `withdraw NAME`, `reinstate NAME`, `roll-back NAME` or `who`.
  mutating func obey(_ command: String) -> String {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    do {
      switch (words.first, words.count) {
      case ("load", 2): return try load(words[1])
      case ("withdraw", 2): return report("withdrawn", try newest(words[1]).withdraw())
      case ("reinstate", 2): return report("reinstated", try newest(words[1]).reinstate())
      case ("roll-back", 2):
        let changes = try newest(words[1]).rollBack()
        releases[words[1]]?.removeLast()
        return report("rolled back", changes)
      case ("who", 1): return "\(LogLineExtension<PackageLine>.resolution)"
      default: return "not understood: \(command)"
      }
    } catch {
      return "error: \(error)"
    }
  }

  /// A plug-in of a name that is loaded already is a new release of it, and takes its place.
  private mutating func load(_ path: String) throws -> String {
    let arrival = try ExtensionImage.load(path)
    guard let image = arrival.images.first else { throw UnknownPlugin(name: path) }
    // The name in its manifest.
    releases[image.identity, default: []].append(image)
    let version = image.manifest.map { "\($0.version)" } ?? ""
    return report("loaded \(image.identity) \(version)", arrival.changes)
  }

  private func newest(_ name: String) throws -> ExtensionImage {
    guard let image = releases[name]?.last else { throw UnknownPlugin(name: name) }
    return image
  }

  private func report(_ what: String, _ changes: [ImageArrival.Change]) -> String {
    ([what] + changes.map { "  \($0)" }).joined(separator: "\n")
  }
}

struct UnknownPlugin: Error {
  let name: String
}
