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
        \(access)enum _Own {
      \(ownNames(advisable.map(\.requirement)))
        }

        /// One for each requirement.
        \(access)struct _JoinPoints<Subject: \(declared.name)>: Swift.Sendable {
          let _scope: JoinPointScope
      \(shapes.map { property($0, $0.shape.argument) }.joined(separator: "\n"))
        }
      """ + (ofAnySubject.isEmpty ? "" : anyMembers)
  }

  /// Overloads are told apart by their types. Those that differ in the result only have
  /// one name, and no place here.
  private func ownNames(_ requirements: [Requirement]) -> String {
    let names = requirements.map(\.untypedRecordName)
    let symbols = requirements.map { requirement in
      let isOverloaded = names.count { $0 == requirement.untypedRecordName } > 1
      return RequirementMethodName.symbol(requirement.recordName(typed: isOverloaded))
    }
    return zip(requirements, symbols).filter { _, symbol in
      symbols.count { $0 == symbol } == 1
    }.map { requirement, symbol in
      "    \(access)typealias \(symbol) = _Advice\(requirement.number)"
    }.joined(separator: "\n")
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
