// SPDX-License-Identifier: Apache-2.0

extension ExtensionDescriptor {
  /// A protocol's name without its qualifiers. Declarations qualify it to
  /// different degrees, so names are compared without them first.
  public static func unqualified(protocolName name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return name }
    return String(name.split(separator: ".").last ?? Substring(name))
  }

  /// The protocol's name without its qualifiers; a pointcut's pattern is
  /// returned unchanged.
  public var unqualifiedProtocolName: String {
    switch kind {
    case .extension, .advice: Self.unqualified(protocolName: protocolName)
    case .pointcut: protocolName
    }
  }
}
