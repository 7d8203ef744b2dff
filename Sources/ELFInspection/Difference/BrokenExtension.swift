// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A plug-in's extension that a new release of an API breaks: it has to be built again.
public struct BrokenExtension: Equatable, Sendable {
  /// The extension and its location.
  public var descriptor: LocatedDescriptor
  /// The changed protocol's name with its module.
  public var protocolName: String
  /// Whether the file does not tell which of several protocols with the same
  /// last name it extends.
  public var isAmbiguous: Bool

  /// The extensions of protocols that were changed or removed.
  ///
  /// - Parameters:
  ///   - descriptors: the extensions of a plug-in compiled against the old
  ///     release.
  ///   - compiled: the protocols that the plug-in was compiled against, with their modules;
  ///     empty if the file does not tell.
  ///   - old: the protocols of the old release.
  ///   - differences: the protocols that differ in the new release.
  public static func among(
    _ descriptors: [LocatedDescriptor], compiledAgainst compiled: Set<String>,
    _ old: [LocatedProtocol], _ differences: [ProtocolDifference]
  ) -> [BrokenExtension] {
    let changed = Set(differences.filter(\.breaksExtensions).map(\.name))
    let names = Set(old.map(\.name))
    // A pointcut names patterns, and overrides no requirement.
    return descriptors.filter { !$0.descriptor.isPointcut }.flatMap { located in
      let written = located.descriptor.protocolName
      func meant(_ names: Set<String>) -> Set<String> {
        names.filter { $0 == written || $0.hasSuffix("." + written) }
      }
      let own = meant(compiled)
      let possible = own.isEmpty ? meant(names) : own
      return possible.intersection(changed).sorted().map {
        BrokenExtension(descriptor: located, protocolName: $0, isAmbiguous: possible.count > 1)
      }
    }
  }

  /// The names with modules of the protocols that a plug-in's extensions were compiled against;
  /// empty for a file that is no shared object.
  public static func compiledProtocols(of entry: ScanEntry) -> Set<String> {
    guard let file = try? LoadableFile(entry.path, for: nil) else { return [] }
    return Set(file.compiledProtocols.map(\.name))
  }
}

extension BrokenExtension: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "brokenExtension", descriptor.origin)
    try members.encode(descriptor.descriptor.extensionName, forKey: .extension)
    try members.encode(protocolName, forKey: .protocol)
    try members.encode(isAmbiguous, forKey: .isAmbiguous)
    try members.encode(descriptor.descriptor.source, forKey: .source)
  }
}
