// SPDX-License-Identifier: Apache-2.0

package import GraftDescriptors

/// Functions of the registry for the module `GraftPlugins`.
package enum PluginSupport {
  /// Reports that a file was refused.
  package static func note(_ error: ImageLoadError, refusing path: String) {
    Registry.shared.note(.refused(path: path, error))
  }

  // MARK: What the process has

  /// The image of the same build that `load` has accepted, whatever its state now; of several, one
  /// that counts, or else one that is withdrawn.
  package static func loadedImage(of file: FileState) -> ExtensionImage? {
    Registry.shared.withState { state in
      let images = state.program.images
      return images.files.pairs.filter { $1.isSame(as: file) && images.isTakenIn($0) }
        .compactMap { headers, _ in images.number(ofFile: headers) }.map { images[$0] }.foremost
    }
  }

  /// The library of the same build that came with a file that `load` has accepted, whatever its
  /// state now; of several, one that counts, or else one that is withdrawn.
  ///
  /// Asks the dynamic linker: no lock may be held.
  package static func loadedLibrary(of file: FileState) -> ExtensionImage? {
    let libraries = Registry.shared.withState { state in
      let images = state.program.images
      return images.entries.filter { entry in
        let headers = entry.loaded.programHeaders
        return entry.isLoaded && images.files[headers] == nil && images.isTakenIn(headers)
      }
    }
    return libraries.filter { hasContent(ofLibrary: $0.loaded.path, file) }.foremost
  }

  /// The right to map a build, which one thread has at a time.
  package struct Claim: ~Copyable {
    private let file: FileState
    private let isOwn: Bool

    /// Claims a build, once no other thread maps it.
    package init(_ file: FileState) {
      self.file = file
      isOwn = Registry.shared.claim(file)
    }

    deinit {
      if isOwn { Registry.shared.releaseClaim(of: file) }
    }
  }

  /// The path of the image with a build ID; nil if there is none, or if `load` opened it.
  package static func path(ofBuild buildID: [UInt8]) -> String? {
    guard let (path, headers) = LoadedImages.image(ofBuild: buildID), !isOpened(headers) else {
      return nil
    }
    return path
  }

  /// The path of the image that the dynamic linker has for a name; nil if there is none,
  /// or if `load` opened it.
  package static func path(ofLibrary name: String) -> String? {
    guard let loaded = DynamicLinker.loaded(name), !isOpened(loaded.programHeaders) else {
      return nil
    }
    return LoadedImages.displayPath(loaded.name)
  }

  /// Whether the image that the dynamic linker has for a name is of a file's build.
  package static func hasContent(ofLibrary name: String, _ file: FileState) -> Bool {
    DynamicLinker.loaded(name)?.hasContent(of: file.path) ?? false
  }

  private static func isOpened(_ programHeaders: UInt) -> Bool {
    Registry.shared.withState { $0.program.images.files[programHeaders] != nil }
  }

  /// The path of the image with this Graft.
  package static var graftPath: String? { LoadedImages.loaderPaths.first }

  /// Whether a newer build of its identity can replace an image.
  package static func canBeReplaced(_ image: ExtensionImage) -> Bool {
    Registry.shared.withState { $0.program.images.canBeReplaced(image.number) }
  }

  /// The name that newer builds of an image share, from its manifest or its SONAME; nil if it has
  /// none, or `load` was given another identity.
  package static func nameOfBuilds(of image: ExtensionImage) -> String? {
    let entry = Registry.shared.entry(image.number)
    return [.manifest, .soname].contains(entry.identityOrigin) ? entry.image.identity : nil
  }

  /// Withdraws an image, or rolls it back, whatever conflicts that brings.
  ///
  /// - Returns: the images that need it and were withdrawn before.
  package static func withdraw(
    _ image: ExtensionImage, rollingBack: Bool
  ) throws(ImageStateError) -> [ExtensionImage] {
    try image.change(rollingBack ? .rollBack : .withdraw, onConflict: nil).withdrawn
  }

  /// Reinstates an image, or accepts it again if it is superseded.
  ///
  /// - Parameter state: the state that the caller has judged. An image that another thread has
  ///   superseded since stays so.
  /// - Returns: the images that need what it supersedes, and were withdrawn before.
  package static func reinstate(
    _ image: ExtensionImage, from state: ImageState, onConflict choice: ConflictChoice
  ) throws(ImageStateError) -> [ExtensionImage] {
    try image.change(state.returning, onConflict: choice).withdrawn
  }

  /// The images that count and would not if another one did, since it supersedes what they need.
  package static func dependents(
    onReinstating image: ExtensionImage, from state: ImageState
  ) -> [ExtensionImage] {
    Registry.shared.dependents(on: state.returning, of: image.number)
  }

  /// The times that each image began to count by `load` or `reinstate`, in the order of arrival.
  package static var beginCounts: [Int] {
    Registry.shared.withState { $0.program.images.entries.map(\.beginCount) }
  }

  /// Writes a line to standard error.
  package static func writeError(_ text: String) {
    StandardError.write("graft: \(text.escapingControls)\n")
  }
}

extension [ImageTable.Entry] {
  /// The image that stands for several of one build.
  fileprivate var foremost: ExtensionImage? {
    let ordered = inOrder { $0.image.number < $1.image.number }
    let found = ordered.first { $0.state == .active } ?? ordered.first { $0.state == .withdrawn }
    return (found ?? ordered.first)?.image
  }
}

extension ImageState {
  /// The transition by which an image counts again, as the newest build if it was superseded.
  fileprivate var returning: Transition { self == .superseded ? .accept : .reinstate }
}
