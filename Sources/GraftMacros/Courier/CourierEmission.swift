// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Renders the code that `@Courier` writes for one protocol.
struct CourierEmission {
  let declared: CourierDeclaration

  private var access: String { declared.access.modifier }
  /// The attribute that makes the class explicitly not `Sendable`: the compiler can
  /// demand a statement about it.
  private var mark: String {
    declared.isSendable || !declared.saysAll ? "" : "@_UnsharedCourier "
  }

  // MARK: The class

  /// The courier's class, and an enumeration with what it needs beside it.
  ///
  /// Swift calls the implementation of an `internal` protocol directly, with `-O`, if it sees only one
  /// conforming type. It sees no type that a macro writes beside the protocol, but those in extensions
  /// that macros write: so a class that no other module sees is in one.
  var declarations: [String] {
    let summary = "/// Passes the calls of `\(declared.name)` on to its receivers.\n"
    guard declared.access.ofOtherModules.isEmpty else {
      return [scope(nil), summary + courierClass(access)].compactMap(\.self)
    }
    let alias = "\(access)typealias \(typeName) = \(declared.scopeName).\(typeName)"
    return [scope(courierClass(declared.access.ofFile)), summary + availability + alias]
      .compactMap(\.self)
  }

  private var typeName: String { declared.name + _CourierName.suffix }

  /// The enumeration; nil if there is nothing in it.
  ///
  /// - Parameter courierClass: the class that an extension of it has.
  private func scope(_ courierClass: String?) -> String? {
    let links = CourierAdviceEmission(declared: declared).links
    let content = aliases + links
    guard !content.isEmpty || courierClass != nil else { return nil }
    let attribute = courierClass.map { "@_CourierClass(\($0.rawLiteral)) " } ?? ""
    return """
      /// Declarations that the courier of `\(declared.name)` needs.
      \(attribute)\(availability)nonisolated \(access)enum \(declared.scopeName): Swift::Sendable {
      \(content.lines)
      }
      """
  }

  private var availability: String {
    declared.spi + declared.attributes.languageAttributes.onOneLine
  }

  private func courierClass(_ access: String) -> String {
    let forwarded = declared.qualifiedName
    // A `Sendable` property is the same from every actor.
    let isolation = declared.isSendable ? "nonisolated " : ""
    let receivable = declared.isSendable ? "any Swift::Sendable" : "Any"
    let receiver = "any \(forwarded)" + (declared.isSendable ? " & Swift::Sendable" : "")
    // One line: nothing can stand between an attribute and its declaration.
    let attributes = declared.spi + declared.attributes.onOneLine
    let head = """
      \(attributes)\(mark)\(declared.isolation)\(access)final class \
      \(typeName): GraftCourier::Courier, \(forwarded) {
        \(isolation)\(access)let receivers: GraftCourier::CourierReceivers<\(receivable)>
      """
    return """
      \(declared.place.around(head))

        \(isolation)\(access)init(\
      _ policy: GraftCourier::CourierPolicy = GraftCourier::CourierPolicy()) {
          receivers = GraftCourier::CourierReceivers(of: (any \(forwarded)).self, policy)
        }

        /// Creates a courier that holds its first receivers strongly.
        @safe \(isolation)\(access)convenience init(
          _ first: \(receiver), _ others: \(receiver)...,
          policy: GraftCourier::CourierPolicy = GraftCourier::CourierPolicy(),
          dso: Swift::UnsafeRawPointer = #dsohandle
        ) throws(GraftCourier::CourierError) {
          self.init(policy)
          try receivers.add(first, .strongly, dso: dso)
          for other in others { try receivers.add(other, .strongly, dso: dso) }
        }
      }
      """
  }

  /// The aliases of types beside a nested protocol.
  private var aliases: [String] {
    guard declared.isNested else { return [] }
    var seen: Set<String> = []
    return declared.requirements.flatMap(\.judged).filter { seen.insert($0.alias).inserted }.map {
      "  \(declared.access.modifier)typealias \($0.alias) = \($0.definition)"
    }
  }

  // MARK: The requirements

  /// `@inlinable `, so that couriers in other modules can use what they know of the
  /// receivers.
  private var inlinable: String { declared.access.ifPublic("@inlinable") }

  /// The implementations of the requirements.
  ///
  /// - Parameter qualifiedName: the protocol as code outside its enclosing type names
  ///   it.
  func forwarding(of qualifiedName: String) -> String {
    """
    \(declared.isolation)extension \(qualifiedName) where Self: GraftCourier::Courier {
    \(declared.members.map { member($0, qualifiedName) }.joined(separator: "\n\n"))
    }
    """
  }

  private func member(_ member: ProtocolMember, _ qualifiedName: String) -> String {
    let identities = member.requirements.map { identity($0, qualifiedName) }
    let first = member.requirements[0]
    let advice = CourierAdviceEmission(declared: declared)
    let bodies = member.requirements.map { requirement in
      advice.isAdvisable(requirement)
        ? advice.dispatch(requirement, qualifiedName) : body(requirement)
    }
    // A separator can't stand between accessors.
    let accessors = zip(member.accessors, bodies).map { "\($0) {\n\($1)\n}" }
      .joined(separator: " ")
    let declaration = "\(member.head) {\n\(accessors.isEmpty ? bodies[0] : accessors)\n}"
    let own = member.requirements.filter(advice.isAdvisable)
    let inlinable = own.isEmpty ? inlinable : ""
    let implementation = "\(first.attributes.onOneLine)\(inlinable)\(access)\(declaration)"
    return
      ((identities + [implementation]).map(first.placed)
      + own.map { advice.forwarding($0, body($0)) }).lines
  }

  /// The static property that stands for a requirement.
  private func identity(_ requirement: Requirement, _ qualifiedName: String) -> String {
    let receiver = "any \(qualifiedName)"
    let type =
      requirement.hasGenericResult
      ? "GraftCourier::CourierGenericRequirement<\(receiver)>"
      : "GraftCourier::CourierRequirement<\(receiver), \(requirement.resultType)>"
    let mark = requirement.hasGenericResult ? "" : requirement.unsafeMarkOfResult
    return "\(inlinable)nonisolated \(access)static var \(name(requirement)): \(type) "
      + "{ \(mark).init(\"\(requirement.name)\", \(requirement.number)) }"
  }

  private func name(_ requirement: Requirement) -> String {
    requirement.caseName(among: declared.requirements, grows: declared.grows)
  }

  // MARK: Bodies

  private func body(_ requirement: Requirement) -> String {
    let identity =
      "Self.\(name(requirement))"
      + (requirement.hasGenericResult ? ".returning((\(requirement.resultType)).self)" : "")
    let effects = requirement.effects
    if effects.isAsync && declared.isConcurrent { return concurrentBody(requirement, identity) }
    // The delivery's type has the result's.
    let mark = requirement.unsafeMarkOfResult
    let call = requirement.marksOfCall + requirement.member(of: "receiver")
    let take =
      requirement.newValue == nil
      ? "\(mark)delivery.take(\(call), of: \(identity))"
      : "\(call) = newValue\ndelivery.take((), of: \(identity))"
    return """
      var delivery = \(mark)GraftCourier::_CourierDelivery(\
      \(effects.isAsync ? "async: " : "")self, \(identity))
      while let receiver = \(mark)delivery.next() {
      \(catching(take, effects, mark))
      }
      return \(answer(effects, mark, identity))
      """
  }

  /// The call with its error handling.
  ///
  /// The policy for errors gets thrown errors, but an error of a `rethrows` method
  /// goes to the caller and ends the method.
  private func catching(
    _ take: String, _ effects: Requirement.Effects, _ mark: String
  ) -> String {
    let took = take + "\n\(mark)delivery.done(receiver)"
    guard effects.canThrow else { return took }
    let typed = effects.thrownType.map { " throws(\($0.inExtension))" } ?? ""
    let handling =
      effects.isRethrowing
      ? "\(mark)delivery.stop(self)\nthrow error" : "try \(mark)delivery.fail(error, self)"
    return """
      do\(typed) {
      \(took)
      } catch {
      \(mark)delivery.done(receiver)
      \(handling)
      }
      """
  }

  private func answer(
    _ effects: Requirement.Effects, _ mark: String, _ identity: String
  ) -> String {
    guard effects.canThrow, !effects.isRethrowing else {
      return "\(mark)delivery.result(self, of: \(identity))"
    }
    let type = effects.thrownType.map { ", (\($0.inExtension)).self" } ?? ""
    return "try \(mark)delivery.outcome(self, of: \(identity)\(type))"
  }

  private func concurrentBody(_ requirement: Requirement, _ identity: String) -> String {
    let effects = requirement.effects
    let thrown =
      effects.canThrow ? " throws(\(effects.thrownType?.inExtension ?? "any Swift::Error"))" : ""
    return """
      return \(effects.marks)\(requirement.unsafeMarkOfResult)\
      GraftCourier::_CourierDelivery.concurrently(self, \(identity)) { \
      receiver\(thrown) in \(requirement.marksOfCall)\(requirement.member(of: "receiver")) }
      """
  }
}

extension String {
  /// A literal of these lines.
  fileprivate var rawLiteral: String {
    var delimiter = "#"
    while contains("\"\"\"\(delimiter)") { delimiter += "#" }
    return "\(delimiter)\"\"\"\n\(self)\n\"\"\"\(delimiter)"
  }
}

extension Requirement {
  fileprivate var resultType: String { (result?.inExtension ?? "Swift::Void").asOptional }
}
