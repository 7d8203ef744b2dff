// SPDX-License-Identifier: Apache-2.0

/// A loaded executable or shared object that brought descriptors.
public struct ExtensionImage: Hashable, Sendable {
  /// The file, as the dynamic linker opened it.
  public let path: String
  /// The identity that builds share: the one given to `load`, else the manifest's
  /// name, the SONAME or the file's name.
  ///
  /// Other images can have the same file name.
  public let identity: String
  /// Whether it is the program itself.
  public let isExecutable: Bool
  /// The load bias: runtime address = load bias + virtual address.
  public let loadBias: UInt
  /// The address of the section `graft_descriptors` in memory.
  public let sectionAddress: UInt
  /// The size of that section, in bytes.
  public let sectionByteCount: Int
  /// The number in the order of arrival, from 0.
  public let number: Int

  /// The last component of the path.
  public var fileName: String { Self.fileName(of: path) }

  package static func fileName(of path: String) -> String {
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
