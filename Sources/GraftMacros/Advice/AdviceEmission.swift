// SPDX-License-Identifier: Apache-2.0

/// Renders what makes one requirement a join point: the closures that advice can be,
/// the methods that install them, and the link that runs them.
struct AdviceEmission {
  private let declared: ProtocolDeclaration
  private let requirement: Requirement
  private let shape: AdviceShape

  init(_ declared: ProtocolDeclaration, _ requirement: Requirement) {
    self.declared = declared
    self.requirement = requirement
    shape = AdviceShape(declared, requirement)
  }

  private var access: String { declared.access.modifier }

  /// The namespace `_AdviceN`.
  var source: String {
    """
      \(access)enum \(shape.name) {
    \((shape.hasClosures ? bodies + [point] : []).joined(separator: "\n"))
    \(AdviceLinkEmission(declared, requirement).source)

        \(access)enum _Own {
          private static let member = OwnMember()
          \(access)static func head<Subject: \(declared.name)>(_ declaring: Subject.Type, _ type: any \(declared.name).Type, _ makeLink: (LinkSeat) -> ExtensionLink) -> UInt {
            func base<Dynamic: \(declared.name)>(_: Dynamic.Type) -> any ExtensionBase.Type { \(declared.baseName)<Dynamic>.self }
            return member.head(declaring, type, { OwnCall(declaring: \(declared.baseName)<Subject>.self, base: base(type), requirement: \(requirement.number)) }, makeLink: makeLink)
          }
        }
      }
    """
  }

  private var kinds: [(name: String, method: String, type: String)] {
    [
      ("Before", "before", shape.before), ("Around", "around", shape.around),
      ("After", "after", shape.after),
    ]
  }

  private var bodies: [String] {
    func initialiser(_ type: String) -> String {
      "init(_ terms: AdviceTerms, _ run: \(shape.whereItRuns)@escaping \(shape.isolation)\(type)) {"
    }
    return kinds.map { name, method, type in
      """
          \(access)final class _\(name)<\(shape.parameter)>: AdviceBody {
            let run: \(shape.whereItRuns)\(shape.isolation)\(type)
      \(requirement.placed("      \(initialiser(type))"))
              self.run = run
              super.init(.\(method), terms)
            }
          }
      """
    }
  }

  private var point: String {
    """
    \(requirement.placed("    \(access)struct _Point<\(shape.parameter)>: \(shape.seriesName)JoinPoint {"))
          \(access)typealias AdvisedSubject = \(shape.receiverArgument)
          \(access)let place: AdvisedPlace
    \(proceed)
    \((kinds.map(method) + FewerParametersEmission(shape, access: access).methods).joined(separator: "\n"))
          \(access)func install(_ kind: AdviceKind, _ closure: any Sendable, _ options: [AdviceOption]) throws(AdviceError) -> AdviceToken {
            switch kind {
    \(kinds.map(untyped).joined(separator: "\n"))
            case .pointcut: throw .incompatibleClosure(closure, .pointcut)
            }
          }
        }
    """
  }

  private var proceed: String {
    guard !shape.seriesName.isEmpty else { return "" }
    let throwing = shape.canThrow ? "throws " : ""
    return "      \(access)typealias AdvisedProceed = () \(throwing)-> \(shape.output)"
  }

  /// For a closure whose type is not known before.
  private func untyped(_ kind: (name: String, method: String, type: String)) -> String {
    """
            case .\(kind.method):
              typealias _Run = \(shape.whereItRuns)\(shape.isolation)@Sendable \(kind.type)
              guard let run = closure as? _Run else { throw .incompatibleClosure(closure, .\(kind.method), expected: _Run.self) }
              return try place.install(_\(kind.name)<\(shape.parameterName)>(place.terms(options), run))
    """
  }

  private func method(_ kind: (name: String, method: String, type: String)) -> String {
    """
    \(requirement.placed("      @discardableResult \(access)func \(kind.method)(_ options: AdviceOption..., run: \(shape.whereItRuns)@escaping \(shape.isolation)@Sendable \(kind.type)) throws(AdviceError) -> AdviceToken {"))
            try place.install(_\(kind.name)<\(shape.parameterName)>(place.terms(options), run))
          }
    """
  }
}
