// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An extension of a plug-in that a new release of an API breaks: `load` refuses it.
public struct BrokenExtension: Equatable, Sendable {
  /// The extension, and where it lies.
  public var descriptor: LocatedDescriptor
  /// The changed protocol, with its module.
  public var protocolName: String
  /// Another protocol of the API has the same last name, and the record does not say which of
  /// them it extends.
  public var isAmbiguous: Bool

  /// The extensions of protocols that changed, or are gone.
  ///
  /// - Parameters:
  ///   - descriptors: what plug-ins bring that were compiled against the old release.
  ///   - old: the protocols of the old release.
  ///   - differences: what the new one changed of them.
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
