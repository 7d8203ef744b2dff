// SPDX-License-Identifier: Apache-2.0

/// A loaded executable or shared object that brought descriptors.
public struct ExtensionImage: Hashable, Sendable, Encodable {
  /// The file, as the dynamic linker opened it.
  public let path: String
  /// Which image this is a build of: what `load` was given as such, else its SONAME,
  /// else the file's name.
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
    try change(.withdraw)
  }

  /// Puts its extensions back after `withdraw()`.
  ///
  /// - Returns: as `withdraw()`.
  /// - Throws: `ImageStateError` if the image is not withdrawn.
  @discardableResult
  public func reinstate() throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.reinstate)
  }

  /// Takes this build back; the one that it superseded counts again.
  ///
  /// - Returns: as `withdraw()`.
  /// - Throws: `ImageStateError` if this build does not count.
  @discardableResult
  public func rollBack() throws(ImageStateError) -> [ImageArrival.Change] {
    try change(.rollBack)
  }

  private func change(
    _ transition: ImageState.Transition
  ) throws(ImageStateError) -> [ImageArrival.Change] {
    guard let changes = RegistryStore.shared.apply(transition, to: number) else {
      throw ImageStateError(path: path, state: state, transition: transition)
    }
    return changes
  }
}

extension ExtensionImage: CustomStringConvertible {
  public var description: String { path }
}
