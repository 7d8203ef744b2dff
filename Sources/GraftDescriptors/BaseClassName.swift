// SPDX-License-Identifier: Apache-2.0

/// How the class that the extensions of a protocol inherit from is called after that.
public enum _BaseClassName {
  /// The first is what it has if the protocol says nothing.
  public static let suffixes = ["Extension", "Extending", "Implementation"]

  /// `Greeter` for `GreeterExtension`, with what stands before it; nil for another name.
  public static func protocolName(of baseClass: String) -> String? {
    suffixes.lazy.filter(baseClass.hasSuffix).map { String(baseClass.dropLast($0.count)) }.first
  }
}
