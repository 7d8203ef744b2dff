// SPDX-License-Identifier: Apache-2.0

/// What the remark behind a requirement's names says: why no closure can advise it, with a mark
/// in front where nothing can.
extension _ExtensibleProtocol.Requirement {
  private static let mark: Character = "!"

  /// Why no closure can advise it; nil where one can.
  var closureObstacle: String? { remark.map { String($0.drop { $0 == Self.mark }) } }

  /// Whether anything can stand in front of its chain.
  var isAdvisable: Bool { remark?.first != Self.mark }
}
