// SPDX-License-Identifier: Apache-2.0

/// Renders the link that runs the advice of one requirement.
struct AdviceLinkEmission {
  private let declared: ProtocolDeclaration
  private let requirement: Requirement
  private let shape: AdviceShape

  init(_ declared: ProtocolDeclaration, _ requirement: Requirement) {
    self.declared = declared
    self.requirement = requirement
    shape = AdviceShape(declared, requirement)
  }

  var source: String {
    """
        \(declared.attributes)\(declared.isolation)\(shape.linkAccess)final class Link<Subject: \(declared.name)>: \(declared.baseName)<Subject> {
          private let slot: AdviceSlot
          nonisolated init(_ seat: LinkSeat, _ slot: AdviceSlot) {
            self.slot = slot
            super.init(seat)
          }
          nonisolated \(declared.access.modifier)required init(_ seat: LinkSeat) {
            slot = .empty
            super.init(seat)
          }
          \(requirement.attributes)\(requirement.isolation)override func \(requirement.classSignature) {
            let advice = slot.\(shape.retainsBody ? "keep" : "enter")(subject)
            switch advice.step {
            case .watch\(seesAny ? ", .watchAny" : ""):
    \(watch)
    \(shape.hasClosures ? own + (seesAny ? any : "") : "")
            default:
    \(leave)
              return \(shape.proceed)
            }
          }
        }
    """
  }

  private var seesAny: Bool { !shape.dependsOnSubject }

  private var leave: String { shape.retainsBody ? "" : "slot.leave()" }
  private var leaveAtEnd: String { shape.retainsBody ? "" : "defer { slot.leave() }" }

  /// A call of a closure: the body is either retained, or there until the slot is left.
  private func run(_ body: String, _ call: String, effects: String) -> String {
    shape.retainsBody
      ? "\(effects)advice.body(\(body).self).run\(call)"
      : "\(effects)advice.unmanaged(\(body).self)._withUnsafeGuaranteedRef { \(effects)$0.run\(call) }"
  }

  // MARK: Advice that sees the subject's type

  private var own: String {
    """
            case .before:
              do {
                \(leaveAtEnd)
                \(run("Before<\(shape.argument)>", shape.arguments("subject"), effects: shape.effects))
              }
              return \(shape.proceed)
            case .around:
              \(leaveAtEnd)
              return \(run("Around<\(shape.argument)>", shape.argumentsBeforeProceed("subject") + " " + shape.proceedClosure(isAny: false), effects: shape.effects))
            case .after:
              \(leaveAtEnd)
    \(after("After<\(shape.argument)>", "subject"))
            \(aroundSubject("", "subject", shape.receiverArgumentInLink))
    """
  }

  private func after(_ body: String, _ receiver: String) -> String {
    let awaits = shape.isAsync ? "await " : ""
    func call(_ outcome: String?) -> String {
      run(body, shape.arguments(receiver, and: outcome), effects: awaits)
    }
    return watched(
      returned: call(shape.canThrow ? ".success(result)" : shape.isVoid ? nil : "result"),
      thrown: call(".failure(error)"))
  }

  private func aroundSubject(_ any: String, _ receiver: String, _ type: String) -> String {
    if shape.seriesName.isEmpty { return "" }
    let body = "\(shape.seriesName)SubjectAround<\(type), \(shape.output)>"
    return """
      case .aroundSubject\(any):
        \(leaveAtEnd)
        return \(run(body, "(\(receiver)) \(shape.proceedAsGiven)", effects: shape.effects))
      """
  }

  // MARK: Advice that sees any subject

  private var any: String {
    // A value is changed in place of the subject, and put back.
    let copy =
      shape.isInOut
      ? "var any: \(shape.anyArgument) = subject\ndefer { subject = AdviceBody.unchanged(any) }"
      : "let any: \(shape.anyArgument) = subject"
    return "\n" + """
      case .beforeAny:
        do {
          \(leaveAtEnd)
          \(copy)
          \(run("Before<\(shape.anyArgument)>", shape.arguments("any"), effects: shape.effects))
        }
        return \(shape.proceed)
      case .aroundAny:
        \(leaveAtEnd)
        \(copy)
        return \(run("Around<\(shape.anyArgument)>", shape.argumentsBeforeProceed("any") + " " + shape.proceedClosure(isAny: true), effects: shape.effects))
      case .afterAny:
        \(leaveAtEnd)
        \(afterAny(copy))
      \(aroundSubject("Any", "\(shape.subjectAsAny)", shape.anyArgument))
      """
  }

  private func afterAny(_ copy: String) -> String {
    let awaits = shape.isAsync ? "await " : ""
    func call(_ outcome: String?) -> String {
      // In a scope of its own: the subject is read when the rest has run.
      "do {\n\(copy)\n"
        + run("After<\(shape.anyArgument)>", shape.arguments("any", and: outcome), effects: awaits)
        + "\n}"
    }
    return watched(
      returned: call(shape.canThrow ? ".success(result)" : shape.isVoid ? nil : "result"),
      thrown: call(".failure(error)"))
  }

  // MARK: Advice that sees no arguments

  private var watch: String {
    func call(_ start: String) -> String {
      guard seesAny else { return "advice.\(start)" }
      let (method, more) = start.split(separator: "(", maxSplits: 1).pair
      let rest = more.dropFirst("subject".count)
      return "if advice.step == .watch { advice.\(start) } "
        + "else { advice.\(method)(\(shape.subjectAsAny)\(rest) }"
    }
    return leaveAtEnd + "\n" + call("begin(subject)") + "\n"
      + watched(returned: call("end(subject)"), thrown: call("end(subject, throwing: error)"))
  }

  /// Goes on, and runs something when that has returned or thrown.
  private func watched(returned: String, thrown: String) -> String {
    let result = shape.isVoid ? "let result: Void = " : "let result = "
    guard shape.canThrow else {
      return """
        \(result)\(shape.proceed)
        \(returned)
        return result
        """
    }
    return """
      do\(shape.typedThrow) {
        \(result)\(shape.proceed)
        \(returned)
        return result
      } catch {
        \(thrown)
        throw error
      }
      """
  }
}

extension Array where Element == Substring {
  fileprivate var pair: (Substring, Substring) { (self[0], self[1]) }
}
