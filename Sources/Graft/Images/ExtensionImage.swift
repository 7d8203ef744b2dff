// SPDX-License-Identifier: Apache-2.0

/// A loaded executable or shared object that brought descriptors.
public struct ExtensionImage: Hashable, Sendable, Encodable {
  /// The file, as the dynamic linker opened it.
  public let path: String
  /// Which image this is a build of: what `load` was given as such, else its SONAME. Else
  /// the file's name, which says nothing by itself: other images can have it too.
  public let identity: String
  /// Whether it is the program itself.
  public let isExecutable: Bool
  /// Runtime address = load bias + virtual address.
  public let loadBias: UInt
  /// Where its section `graft_descriptors` is in memory.
  public let sectionAddress: UInt
  /// In bytes.
  public let sectionByteCount: Int
  /// In the order of arrival, from 0.
  public let number: Int

  init(_ image: LoadedImage, number: Int, identity: String? = nil) {
    let path = image.path
    self.path = LoadedImages.displayPath(path)
    self.identity = identity ?? image.soname ?? Self.fileName(of: self.path)
    self.number = number
    isExecutable = path.isEmpty
    loadBias = image.loadBias
    sectionAddress = image.sectionAddress
    sectionByteCount = image.sectionByteCount
  }

  /// The last component of the path.
  public var fileName: String { Self.fileName(of: path) }

  private static func fileName(of path: String) -> String {
    String(path.split(separator: "/").last ?? Substring(path))
  }

  /// Whether its extensions count at this moment.
  public var state: ImageState { RegistryStore.shared.state(of: self) }

  /// Takes its extensions out of every chain. Calls that are under way end in the
  /// code they are in; the image stays loaded.
  ///
  /// - Returns: the answers that are other ones now, of subjects that were called before.
  /// - Throws: `ImageStateError` if the image is not active.
  @discardableResult
  public func withdraw() throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.withdraw, allowingConflicts: true)
  }

  /// Puts its extensions back after `withdraw()`.
  ///
  /// - Parameter allowingConflicts: true to do so although it brings a conflict for a
  ///   subject that is in use.
  /// - Returns: as `withdraw()`.
  /// - Throws: `ImageStateError` if the image is not withdrawn, or if it would bring a
  ///   conflict.
  @discardableResult
  public func reinstate(
    allowingConflicts: Bool = false
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.reinstate, allowingConflicts: allowingConflicts)
  }

  /// Takes this build back. What it superseded is again what it was then: active, or
  /// withdrawn.
  ///
  /// - Parameter allowingConflicts: as for `reinstate()`.
  /// - Returns: as `withdraw()`.
  /// - Throws: `ImageStateError` if this build does not count, or if what it superseded
  ///   would bring a conflict.
  @discardableResult
  public func rollBack(
    allowingConflicts: Bool = false
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.rollBack, allowingConflicts: allowingConflicts)
  }

  private func change(
    _ transition: ImageState.Transition, allowingConflicts: Bool
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    let store = RegistryStore.shared
    let proposal = Proposal.transition(transition, of: number)
    let judged = store.judge(proposal, allowingConflicts: allowingConflicts) {
      store.apply(transition, to: number, judgedBy: $0)
    }
    switch judged {
    case .made(let changes): return changes
    case .impossible: throw ImageStateError(path: path, state: state, transition: transition)
    case .refused(let conflicts):
      throw ImageStateError(
        path: path, state: state, transition: transition, conflicts: conflicts)
    }
  }
}

extension ExtensionImage: CustomStringConvertible {
  public var description: String { path }
}
