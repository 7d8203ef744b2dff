// SPDX-License-Identifier: Apache-2.0

/// A loaded executable or shared object that brought descriptors.
public struct ExtensionImage: Hashable, Sendable, Codable {
  /// The file, as the dynamic linker opened it.
  public let path: String
  /// Which image this is a build of: its SONAME, else the file's name.
  public let identity: String
  public let isExecutable: Bool
  /// Runtime address = load bias + virtual address.
  public let loadBias: UInt
  /// Where its section `graft_descriptors` is in memory.
  public let sectionAddress: UInt
  /// In bytes.
  public let sectionByteCount: Int

  init(_ image: LoadedImage) {
    let path = image.path
    self.path = LoadedImages.displayPath(path)
    identity = image.soname ?? Self.fileName(of: self.path)
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
}

extension ExtensionImage: CustomStringConvertible {
  public var description: String { path }
}
