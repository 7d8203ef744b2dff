// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Renders where the join points of a protocol are found.
struct JoinPointEmission {
  private let declared: ProtocolDeclaration

  init(_ declared: ProtocolDeclaration) {
    self.declared = declared
  }

  private var access: String { declared.access.modifier }
  private var support: String { declared.supportName }
  private var hasJoinPoints: Bool { !declared.context.isNoncopyable }

  private var shapes: [(requirement: Requirement, shape: AdviceShape)] {
    declared.requirements.map { ($0, AdviceShape(declared, $0)) }
  }

  private var ofAnySubject: [(requirement: Requirement, shape: AdviceShape)] {
    shapes.filter { !$0.shape.dependsOnSubject }
  }

  // MARK: In the class that extensions inherit from

  var classMembers: String {
    let subject = hasJoinPoints ? "Subject.self, " : ""
    let requirements = """
        nonisolated \(access)static func makeAdvisedLink(_ requirement: Int, _ seat: LinkSeat, _ slot: AdviceSlot) -> ExtensionLink? { \(hasJoinPoints ? "\(support)._advisedLink(\(subject)requirement, seat, slot)" : "nil") }
      """
    guard hasJoinPoints else {
      return requirements + """


          nonisolated \(access)static func joinPoint(_ requirement: Int, _ scope: JoinPointScope) -> (any JoinPoint)? { nil }
        """ + obstacles
    }
    return requirements + """


        nonisolated \(access)static func joinPoint(_ requirement: Int, _ scope: JoinPointScope) -> (any JoinPoint)? { \(support)._joinPoint(Subject.self, requirement, scope) }

        /// Where advice for calls on this subject's type is installed.
        nonisolated \(access)static var joinPoints: \(support)._JoinPoints<Subject> { .init(_scope: .type(Self.self)) }

        /// The same for a class and its subclasses.
        nonisolated \(access)static var joinPointsWithSubclasses: \(support)._JoinPoints<Subject> { .init(_scope: .subclasses(Self.self)) }

        /// The same for one object, which is not kept alive.
        nonisolated \(access)static func joinPoints(of object: Subject) -> \(support)._JoinPoints<Subject> where Subject: AnyObject { .init(_scope: .object(object, Self.self)) }
      """ + obstacles
  }

  /// Where there are any.
  private var obstacles: String {
    let cases = shapes.compactMap { requirement, shape in
      (shape.obstacle ?? shape.closureObstacle).map {
        "    case \(requirement.number): \"\($0.reason)\""
      }
    }
    guard !cases.isEmpty else { return "" }
    return """


        nonisolated \(access)static func adviceObstacle(_ requirement: Int) -> String? {
          switch requirement {
      \(cases.joined(separator: "\n"))
          default: nil
          }
        }
      """
  }

  // MARK: In the support namespace

  var supportMembers: String {
    guard hasJoinPoints else { return "" }
    let advisable = shapes.filter { $0.shape.obstacle == nil }
    let links = advisable.map { requirement, shape in
      "    case \(requirement.number): \(shape.name)._Link<Subject>(seat, slot)"
    }
    let points = shapes.filter { $0.shape.hasClosures }.map { requirement, shape in
      "    case \(requirement.number): \(shape.name)._Point<\(shape.argument)>(place: scope.place(\(requirement.number)))"
    }
    let emissions = advisable.map { AdviceEmission(declared, $0.requirement).source }
    return """
        static func _advisedLink<Subject: \(declared.name)>(_: Subject.Type, _ requirement: Int, _ seat: LinkSeat, _ slot: AdviceSlot) -> ExtensionLink? {
          switch requirement {
      \((links + ["    default: nil"]).joined(separator: "\n"))
          }
        }

        static func _joinPoint<Subject: \(declared.name)>(_: Subject.Type, _ requirement: Int, _ scope: JoinPointScope) -> (any JoinPoint)? {
          switch requirement {
      \((points + ["    default: nil"]).joined(separator: "\n"))
          }
        }

      \(emissions.joined(separator: "\n\n"))

        /// By the names of the class's methods, for `@Advisable`.
        @dynamicMemberLookup
        \(access)enum _Own: OwnNames {
      \(ownNames)
        }

        /// One for each requirement.
        \(access)struct _JoinPoints<Subject: \(declared.name)>: Swift.Sendable {
          let _scope: JoinPointScope
      \(shapes.map { property($0, $0.shape.argument) }.joined(separator: "\n"))
        }
      """ + (ofAnySubject.isEmpty ? "" : anyMembers)
  }

  /// Overloads are told apart by their types. A name that can't be used says why.
  private var ownNames: String {
    func symbol(_ requirement: Requirement, typed: Bool) -> String {
      RequirementMethodName.symbol(requirement.recordName(typed: typed))
    }
    return Dictionary(grouping: shapes) { symbol($0.requirement, typed: false) }
      .sorted { $0.key < $1.key }
      .flatMap { name, overloads in
        guard overloads.count > 1 else { return [ownName(name, overloads[0])] }
        let typed = Dictionary(grouping: overloads) { symbol($0.requirement, typed: true) }
          .sorted { $0.key < $1.key }
        // Without parameters it is the same name.
        return
          (typed.contains { $0.key == name }
          ? [] : [ownObstacle(name, overloads[0], "has overloads: write 'typed: true'")])
          + typed.map { name, overloads in
            overloads.count == 1
              ? ownName(name, overloads[0])
              : ownObstacle(name, overloads[0], "has overloads that differ in the result only")
          }
      }.joined(separator: "\n")
  }

  private func ownName(
    _ name: String, _ advised: (requirement: Requirement, shape: AdviceShape)
  ) -> String {
    guard let obstacle = advised.shape.obstacle else {
      return "    \(access)typealias \(name) = \(advised.shape.name)"
    }
    return ownObstacle(name, advised, "can't be advised: \(obstacle.reason)")
  }

  private func ownObstacle(
    _ name: String, _ advised: (requirement: Requirement, shape: AdviceShape), _ reason: String
  ) -> String {
    """
        @available(*, unavailable, message: "\(advised.requirement.untypedName) \(reason)")
        \(access)static var \(name): UnknownOwnMember { UnknownOwnMember() }
    """
  }

  private var anyMembers: String {
    """


      /// The same where advice sees `any \(declared.name)`.
      \(access)struct _AnyJoinPoints: Swift.Sendable {
        let _scope: JoinPointScope
    \(ofAnySubject.map { property($0, $0.shape.anyArgument) }.joined(separator: "\n"))
      }
    """
  }

  private func property(
    _ advised: (requirement: Requirement, shape: AdviceShape), _ argument: String
  ) -> String {
    let (requirement, shape) = advised
    let name = requirement.caseName(among: declared.requirements)
    if let obstacle = shape.obstacle ?? shape.closureObstacle {
      return """
            @available(*, unavailable, message: "\(requirement.name) can't be advised by a closure: \(obstacle.reason)")
            \(access)var \(name): NoJoinPoint.\(obstacle.type) { fatalError() }
        """
    }
    let point = "\(shape.name)._Point<\(argument)>"
    return """
          \(access)var \(name): \(point) { .init(place: _scope.place(\(requirement.number))) }
      """
  }

  // MARK: Beside the protocol

  var peers: [String] {
    guard hasJoinPoints, !ofAnySubject.isEmpty else { return [] }
    return [
      """
      /// Where advice for calls on several types is installed that see `any \(declared.name)`.
      nonisolated \(access)enum \(declared.name)JoinPoints {
        /// Those of every subject.
        \(access)static var everySubject: \(support)._AnyJoinPoints { .init(_scope: .everySubject(\(support).description)) }

        /// Those of a type that is a value.
        \(access)static func subject(_ type: any \(declared.name).Type) -> \(support)._AnyJoinPoints { .init(_scope: .subject(type, \(support).description)) }

        /// Those of a type by its name with the module, now or when an image brings it.
        \(access)static func whenAvailable(_ name: String) -> \(support)._AnyJoinPoints { .init(_scope: .type(named: name, \(support).description)) }
      }
      """
    ]
  }
}
