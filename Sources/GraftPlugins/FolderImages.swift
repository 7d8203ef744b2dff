// SPDX-License-Identifier: Apache-2.0

import Graft

/// The images of a folder's files, and what `PluginFolder` has done with them.
final class FolderImages: Sendable {
  /// The last thing that `sync` did with an image, which holds until the program changes that.
  private struct Deed {
    /// The state after the image was taken back; nil if it was restored.
    let state: ImageState?
    /// The times that the image had begun to count.
    let begun: Int
  }

  /// Folders can have plug-ins that need one another.
  private static let deeds = Guarded<[ExtensionImage: Deed]>([:])
  private let path: String
  /// The images that `sync` has seen: a link on the way to the folder can lead elsewhere now.
  private let seen = Guarded<Set<ExtensionImage>>([])

  init(_ path: String) { self.path = path }

  /// The images that `load` brought from files of this folder, the oldest first.
  var all: [ExtensionImage] {
    let folder = FolderEntries.target(of: path) ?? path
    let known = seen.withLock { $0 }
    return ExtensionRegistry.images.filter { image in
      guard PluginSupport.canBeReplaced(image), let end = image.path.lastIndex(of: "/") else {
        return false
      }
      let place = String(image.path[..<end])
      return known.contains(image) || place == path || place + "/" == path
        || (FolderEntries.target(of: place) ?? place) == folder
    }
  }

  /// The images that do not count since their files, or what they need, were gone, unless the
  /// program has changed their states since.
  var takenBack: Set<ExtensionImage> {
    let (deeds, begun) = (Self.deeds.withLock { $0 }, PluginSupport.beginCounts)
    return Set(
      deeds.compactMap { image, deed in
        guard let noted = deed.state, begun[image.number] == deed.begun else { return nil }
        let state = image.state
        return [noted, .withdrawn, .superseded].contains(state) ? image : nil
      })
  }

  /// The images that the folder decides about, unless the program has changed their states: the
  /// builds in it, and those from elsewhere that were withdrawn since they need one of them.
  ///
  /// - Parameter gone: images whose files are gone.
  func own(among builds: Set<ExtensionImage>, _ gone: Set<ExtensionImage>) -> [ExtensionImage] {
    let (takenBack, all) = (takenBack, Set(all))
    let (deeds, begun) = (Self.deeds.withLock { $0 }, PluginSupport.beginCounts)
    func isOwn(_ image: ExtensionImage) -> Bool {
      switch image.state {
      case .active: return begun[image.number] == deeds[image]?.begun ?? 1
      case .superseded:
        let generations = ExtensionRegistry.generations(of: image.identity)
        let isByFolder = generations.allSatisfy { other in
          switch other.state {
          case .active: all.contains(other) && isOwn(other)
          case .withdrawn: takenBack.contains(other)
          default: true
          }
        }
        // Only versions tell which of two files is newer.
        let isNext =
          image.manifest != nil
          || generations.last { $0.state == .superseded } == image
            && generations.allSatisfy { $0.state != .active || gone.contains($0) }
        return isByFolder && isNext
      default: return false
      }
    }
    let ofFiles = builds.filter { image in
      PluginSupport.canBeReplaced(image) && (takenBack.contains(image) || isOwn(image))
    }
    let others = takenBack.filter { image in
      !builds.contains(image) && !all.contains(image) && Self.hasFile(image)
    }
    return ofFiles.union(others).sorted { $0.number < $1.number }
  }

  /// Whether an image's file is still where it was loaded from.
  private static func hasFile(_ image: ExtensionImage) -> Bool {
    let contents = try? PluginFile(image.path, followingLinks: true).contents()
    return contents.map { PluginSupport.loadedImage(of: $0.state) == image } ?? false
  }

  // MARK: Notes

  func noteSeen() {
    let images = all
    seen.withLock { $0.formUnion(images) }
  }

  /// Notes that images were taken back.
  ///
  /// - Parameter begun: the times that images had begun to count before. Those that came or began
  ///   again meanwhile are the program's.
  func note(takenBack images: [ExtensionImage], _ begun: [Int]) {
    let deeds = images.filter { begun.indices.contains($0.number) }
      .map { ($0, Deed(state: $0.state, begun: begun[$0.number])) }
    Self.deeds.withLock { $0.merge(deeds) { $1 } }
  }

  /// Notes that an image counts again.
  ///
  /// - Parameter begun: the times that images had begun to count before.
  func note(restored image: ExtensionImage, _ begun: [Int]) {
    Self.deeds.withLock { $0[image] = Deed(state: nil, begun: begun[image.number] + 1) }
  }
}
