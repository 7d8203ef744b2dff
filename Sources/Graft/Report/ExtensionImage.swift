// SPDX-License-Identifier: Apache-2.0

/// A loaded executable or shared object that brought descriptors.
public struct ExtensionImage: Hashable, Sendable {
  /// The file, as the dynamic linker opened it.
  public let path: String
  /// Which image this is a build of: what `load` was given as such, else the name in
  /// its manifest, else its SONAME. Else
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

  /// The last component of the path.
  public var fileName: String { Self.fileName(of: path) }

  static func fileName(of path: String) -> String {
    String(path.split(separator: "/").last ?? Substring(path))
  }
}

extension ExtensionImage: CustomStringConvertible {
  public var description: String { path }
}

extension ExtensionImage: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    [
      "path": .string(path), "identity": .string(identity), "isExecutable": .bool(isExecutable),
      "number": .number(number),
    ]
  }
}
