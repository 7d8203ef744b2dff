// SPDX-License-Identifier: Apache-2.0

extension Descriptor {
  /// A protocol's name without its qualifier: how far a declaration qualifies it is
  /// up to its author, so names pre-select without. A pointcut's is a pattern, and whole.
  public static func unqualified(protocolName name: String) -> String {
    if isPointcut(protocolName: name) { return name }
    return String(name.split(separator: ".").last ?? Substring(name))
  }

  /// The protocol's name without its qualifier.
  public var unqualifiedProtocolName: String { Self.unqualified(protocolName: protocolName) }
}
