// SPDX-License-Identifier: Apache-2.0

/// Renders the advice for couriers of a protocol that is also extensible.
///
/// A courier's forwarding is its own implementation, as with `@Advisable`.
struct CourierAdviceEmission {
  let declared: CourierDeclaration

  func isAdvisable(_ requirement: Requirement) -> Bool {
    declared.isExtensible && !requirement.lacks(.courierAdvice)
  }

  private var advisable: [Requirement] {
    declared.members.flatMap(\.requirements).filter(isAdvisable)
  }

  private func forwardingName(_ requirement: Requirement) -> String {
    "_graft_courier_\(declared.name)_\(requirement.number)"
  }

  /// The dispatch that replaces the forwarding.
  func dispatch(_ requirement: Requirement, _ qualifiedName: String) -> String {
    let prefix = qualifiedName.dropLast(declared.name.count)
    let support = "\(prefix)_Graft\(declared.name)"
    let link = dispatchedLink("head", as: "\(prefix)\(declared.baseName)<Self>")
    let call = requirement.call(link: link, subject: "self", \.inExtension)
    return """
      let head = Graft::GeneratedCode.ownHead(\
      \(support)._Base<Self>.self, \(declared.numbersInDispatch[requirement.number]), \
      Swift::type(of: self), \(support).\(Epoch.prefix)base(of: Swift::type(of: self))) { \
      \(prefix)\(declared.scopeName).Link\(requirement.number)<Self>($0) }
      \(call.setup)return \(call.expression)
      """
  }

  /// A method that forwards the call.
  func forwarding(_ requirement: Requirement, _ body: String) -> String {
    let signature = requirement.outOfLineSignature(named: forwardingName(requirement))
    return requirement.placed(
      """
      \(requirement.attributes.onOneLine)\(requirement.isolation)fileprivate \(signature) {
      \(body)
      }
      """)
  }

  /// The links that call these methods: advice goes on to them.
  var links: [String] { advisable.map(link) }

  private func link(_ requirement: Requirement) -> String {
    let isOnActor =
      !declared.attributes.customAttributes.isEmpty && requirement.isolation.isEmpty
    return """
        \(declared.attributes)\(declared.isolation)\(declared.access.ofFile)final class \
      Link\(requirement.number)<Subject: \(declared.name) & GraftCourier::Courier>: \
      \(declared.baseName)<Subject> {
          \(linkInitialiser())
          \(requirement.overrideByOwn(isOnActor: isOnActor)) {
            return \(requirement.callOfOwn(forwardingName(requirement)))
          }
        }
      """
  }
}
