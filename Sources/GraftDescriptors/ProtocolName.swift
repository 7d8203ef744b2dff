// SPDX-License-Identifier: Apache-2.0

extension ExtensionDescriptor {
  /// A protocol's name without its qualifier: how far a declaration qualifies it is
  /// up to its author, so names pre-select without.
  public static func unqualified(protocolName name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return name }
    return String(name.split(separator: ".").last ?? Substring(name))
  }

  /// The protocol's name without its qualifier. A pointcut's is a pattern, and whole.
  public var unqualifiedProtocolName: String {
    switch kind {
    case .extension, .advice: Self.unqualified(protocolName: protocolName)
    case .pointcut: protocolName
    }
  }
}
