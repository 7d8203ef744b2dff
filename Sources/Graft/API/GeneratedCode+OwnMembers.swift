// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The link to call for a type's own implementation: the link of its advice, or of
  /// the implementation.
  ///
  /// Takes no lock once it is published.
  ///
  /// - Parameters:
  ///   - declaring: the base class for the type that has the implementation.
  ///   - requirement: the requirement's number.
  ///   - type: the type of the value or object.
  ///   - base: the base class for that type.
  ///   - makeLink: makes the link that calls the implementation.
  public static func ownHead(
    _ declaring: any ExtensionBase.Type, _ requirement: Int, _ type: Any.Type,
    _ base: @autoclosure () -> any ExtensionBase.Type, makeLink: (LinkSuccessors) -> ExtensionLink
  ) -> UInt {
    let member = declaring.extensibleProtocol.ownMembers[requirement]
    let cell = member.cell(of: declaring.subject, for: type)
    if let head = cell.cell.search(for: GeneratedCode.DispatchKey.ofErased(type)) { return head }
    let registry = Registry.shared
    if let head = registry.inherited({ $0.publishOwnAgain(in: cell, for: type) }) {
      return head.bits
    }
    let own = PublishedSubjects.Own(
      declaring: declaring, base: base(), requirement: requirement, cell: cell)
    return registry.head(of: own, makeLink).bits
  }
}
