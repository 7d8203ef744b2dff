// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Renders the join points of a protocol: one property for each requirement, with the
/// types of its closures.
struct JoinPointEmission {
  private let declared: ProtocolDeclaration
  private let signatures: [(requirement: Requirement, signature: AdviceSignature)]
  private let dependsOnSubject: Bool

  init(_ declared: ProtocolDeclaration) {
    self.declared = declared
    signatures = declared.requirements.map {
      ($0, AdviceSignature(declared: declared, requirement: $0))
    }
    dependsOnSubject = signatures.contains {
      $0.signature.dependsOnSubject && $0.signature.hasClosures
    }
  }

  private var access: String { declared.access.modifier }

  // MARK: The support namespace

  var sets: String {
    guard !declared.context.isNoncopyable else { return "" }
    guard dependsOnSubject else {
      return set("_JoinPoints<_Subject, _SubjectType>", .parameter)
    }
    let constraint = declared.takesAnySubject ? "" : ": \(declared.name)"
    return set("_JoinPoints<Subject\(constraint)>", .subject) + "\n"
      + set("_JoinPointsOfAny<_Subject, _SubjectType>", .parameter)
  }

  /// The join points beside the protocol for subjects that closures see as `any P`.
  var setOfAny: String? {
    guard !declared.context.isNoncopyable else { return nil }
    let set = dependsOnSubject ? "_JoinPointsOfAny" : "_JoinPoints"
    let subject = "any \(declared.name)"
    return """
      /// Where advice for calls on several types is installed that see `any \(declared.name)`.
      \(declared.spi)\(access)typealias \(declared.name)JoinPoints = \
      Graft::JoinPoints<\(declared.supportName).\(set)<\(subject), \(subject).Type>>
      """
  }

  /// The types of the join points of one subject, and of a class with its subclasses, as the
  /// base class names them.
  var setsOfSubject: [(name: String, type: String)] {
    let set = "\(declared.supportName)._JoinPoints"
    let ofAnySubject = "\(dependsOnSubject ? set + "OfAny" : set)<Subject, Subject.Type>"
    return [
      ("_JoinPoints", dependsOnSubject ? "\(set)<Subject>" : ofAnySubject),
      ("_JoinPointsOfClass", ofAnySubject),
    ]
  }

  private func set(_ name: String, _ receiver: AdviceSignature.Receiver) -> String {
    let subjectType =
      receiver == .subject ? "\n    \(access)typealias _SubjectType = Subject.Type" : ""
    return """
        /// One for each requirement.
        \(access)struct \(name): Graft::_JoinPointSet {
          \(access)typealias _Support = \(declared.supportName)\(subjectType)
          private let _stored: Graft::GeneratedCode.JoinPointScope
      \(signatures.map { property($0.requirement, $0.signature, receiver) }.lines)
        }

      """
  }

  private func property(
    _ requirement: Requirement, _ signature: AdviceSignature, _ receiver: AdviceSignature.Receiver
  ) -> String {
    let name = requirement.caseName(among: declared.requirements, grows: declared.grows)
    if let obstacle = signature.obstacle ?? signature.closureObstacle {
      return unavailable(name, "can't be advised by a closure: \(obstacle)", requirement)
    }
    if receiver == .parameter && signature.dependsOnSubject {
      return unavailable(
        name,
        "can be advised by a closure for one type only, which decides its types: use "
          + "\(declared.baseName)<Subject>.joinPoints", requirement)
    }
    let type = signature.joinPoint(receiver)
    let mark = declared.grows && signature.unsafeMark.isEmpty ? "unsafe " : ""
    let made = signature.makingJoinPoint(
      receiver, number: declared.number(of: requirement),
      AdviceAdapters(requirement, signature).arguments)
    let inlining = declared.access.ifPublic("@_alwaysEmitIntoClient @inline(__always)")
    return requirement.placed(
      "    \(inlining)\(access)var \(name): \(type) { \(mark)\(made) }"
    )
  }

  private func unavailable(_ name: String, _ reason: String, _ requirement: Requirement) -> String {
    """
        @available(*, unavailable, message: "\(requirement.name) \(reason)")
        \(access)var \(name): Graft::GeneratedCode.NoJoinPoint { Swift::fatalError() }
    """
  }
}
