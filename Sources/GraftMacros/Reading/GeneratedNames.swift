// SPDX-License-Identifier: Apache-2.0

/// The names of types in generated code, which hide others there.
enum GeneratedNames {
  static let types: Set<String> = [
    "_Base", "_Count", "_Dynamic", "_JoinPoints", "_JoinPointsOfAny", "_JoinPointsOfClass", "_Link",
    "_Protocol", "_Subject", "_SubjectType", "_Support",
  ]

  /// The names that no type in a requirement's signature has, unless it is the protocol's own.
  static let ofClass = types.union(["Subject", "Requirement"])
}
