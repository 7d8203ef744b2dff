// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A plug-in's extension that a new release of an API breaks: it has to be built again.
public struct BrokenExtension: Equatable, Sendable {
  /// The extension and its location.
  public var descriptor: LocatedDescriptor
  /// The changed protocol's name with its module.
  public var protocolName: String
  /// Whether another protocol of the API has the same last name and the record
  /// does not tell which one it extends.
  public var isAmbiguous: Bool

  /// The extensions of protocols that were changed or removed.
  ///
  /// - Parameters:
  ///   - descriptors: the extensions of plug-ins compiled against the old
  ///     release.
  ///   - old: the protocols of the old release.
  ///   - differences: the protocols that differ in the new release.
  public static func among(
    _ descriptors: [LocatedDescriptor], _ old: [LocatedProtocol],
    _ differences: [ProtocolDifference]
  ) -> [BrokenExtension] {
    let changed = Set(differences.filter(\.breaksExtensions).map(\.name))
    let names = Set(old.map(\.name))
    return descriptors.flatMap { located in
      let written = located.descriptor.protocolName
      let meant = names.filter { $0 == written || $0.hasSuffix("." + written) }
      return meant.intersection(changed).sorted().map {
        BrokenExtension(descriptor: located, protocolName: $0, isAmbiguous: meant.count > 1)
      }
    }
  }
}

extension BrokenExtension: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode("brokenExtension", forKey: .type)
    try members.encode(descriptor.descriptor.extensionName, forKey: .extension)
    try members.encode(protocolName, forKey: .protocol)
    try members.encode(isAmbiguous, forKey: .isAmbiguous)
    try members.encode(descriptor.descriptor.source, forKey: .source)
    try members.encode(descriptor.origin)
  }
}
