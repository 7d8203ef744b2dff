// SPDX-License-Identifier: Apache-2.0

extension ExtensionDescriptor {
  /// A protocol's name without its qualifiers.
  ///
  /// Declarations qualify it to different degrees, so names are compared without them
  /// first.
  public static func unqualified(protocolName name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return name }
    return String(name.split(separator: ".").last ?? Substring(name))
  }

  /// The text in place of a protocol's name in a pointcut: its patterns.
  public static func list(protocolPatterns patterns: [String]) -> String {
    patterns.joined(separator: ", ")
  }

  /// The patterns of a pointcut; one of them has to match a protocol's name.
  public var protocolPatterns: [String] {
    protocolName.split(separator: ",").map { String($0.drop { $0 == " " }) }
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
