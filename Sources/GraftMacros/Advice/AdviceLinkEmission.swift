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
        \(declared.attributes)\(declared.isolation)\(shape.linkAccess)final class _Link<Subject: \(declared.name)>: \(declared.baseName)<Subject> {
          private let slot: AdviceSlot
          nonisolated init(_ seat: LinkSeat, _ slot: AdviceSlot) {
            self.slot = slot
            super.init(seat)
          }
          nonisolated \(declared.access.modifier)required init(_ seat: LinkSeat) {
            slot = .empty
            super.init(seat)
          }
          \(modifiers)override func \(requirement.supportSignature) {
    \(isSplit ? "return \(partCall("run", advice: "slot.enterQuickly()"))" : whole)
          }
    \(isSplit ? parts : "")
        }
    """
  }

  private var modifiers: String { requirement.attributes + requirement.isolation }

  private var whole: String {
    """
            let advice = slot.\(shape.retainsBody ? "keep(subject)" : "enter(subject)")
            switch advice.step {
    \(watch)
    \(shape.hasClosures ? own + (seesAny ? any : "") : "")
            \(pass)
            }
    """
  }

  // MARK: Without a call before the closure's

  /// What most advice is lies in the method itself; the rest is a function of its own.
  private var isSplit: Bool { shape.hasClosures && !shape.retainsBody }

  private func partCall(_ part: String, advice: String = "advice") -> String {
    shape.effects + requirement.call("_\(part)", subject: "subject", and: ["advice: \(advice)"])
  }

  private var parts: String {
    func part(_ name: String, _ inlining: String, _ body: String) -> String {
      let signature = requirement.supportSignature(
        named: "_\(name)", and: ["advice: EnteredAdvice"])
      return """
              @inline(\(inlining))
              \(modifiers)private func \(signature) {
        \(body)
              }
        """
    }
    let run = """
              switch advice.step {
      \(ownSteps)
              default: return \(partCall("settle"))
              }
      """
    let settle = """
              let advice = slot.settled(advice, subject)
              switch advice.step {
              case .before, .around, .after: return \(partCall("run"))
      \(watch)
      \(aroundSubject("", "subject", shape.receiverArgumentInLink))
      \(seesAny ? any : "")
              \(pass)
              }
      """
    return part("run", "__always", run) + "\n" + part("settle", "never", settle)
  }

  private var seesAny: Bool { !shape.dependsOnSubject }

  private var pass: String {
    """
            default:
    \(leave)
              return \(shape.proceed)
    """
  }

  private var leave: String { shape.retainsBody ? "" : "slot.leave()" }
  private var leaveAtEnd: String { shape.retainsBody ? "" : "defer { slot.leave() }" }

  /// A call of a closure: the body is either retained, or there until the slot is left.
  private func run(_ body: String, _ call: String, effects: String) -> String {
    shape.retainsBody
      ? "\(effects)advice.body(\(body).self).run\(call)"
      : "\(effects)unsafe advice.unmanaged(\(body).self)._withUnsafeGuaranteedRef { \(effects)$0.run\(call) }"
  }

  // MARK: Advice that sees the subject's type

  private var own: String {
    ownSteps + "\n" + aroundSubject("", "subject", shape.receiverArgumentInLink)
  }

  private var ownSteps: String {
    """
            case .before:
    \(before)
            case .around:
    \(around)
            case .after:
    \(after)
    """
  }

  private var before: String {
    """
              do {
                \(leaveAtEnd)
                \(run("_Before<\(shape.argument)>", shape.arguments("subject"), effects: shape.effects))
              }
              return \(shape.proceed)
    """
  }

  private var around: String {
    """
              \(leaveAtEnd)
              return \(run("_Around<\(shape.argument)>", shape.argumentsBeforeProceed("subject") + " " + shape.proceedClosure(isAny: false), effects: shape.effects))
    """
  }

  private var after: String {
    let awaits = shape.isAsync ? "await " : ""
    let outcome = shape.canThrow || !shape.isVoid ? "result" : nil
    return leaveAtEnd + "\n"
      + shown(
        run("_After<\(shape.argument)>", shape.arguments("subject", and: outcome), effects: awaits))
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
          \(run("_Before<\(shape.anyArgument)>", shape.arguments("any"), effects: shape.effects))
        }
        return \(shape.proceed)
      case .aroundAny:
        \(leaveAtEnd)
        \(copy)
        return \(run("_Around<\(shape.anyArgument)>", shape.argumentsBeforeProceed("any") + " " + shape.proceedClosure(isAny: true), effects: shape.effects))
      case .afterAny:
        \(leaveAtEnd)
        \(afterAny(copy))
      \(aroundSubject("Any", "\(shape.subjectAsAny)", shape.anyArgument))
      """
  }

  private func afterAny(_ copy: String) -> String {
    let awaits = shape.isAsync ? "await " : ""
    let outcome = shape.canThrow || !shape.isVoid ? "result" : nil
    // In a scope of its own: the subject is read when the rest has run.
    return shown(
      "do {\n\(copy)\n"
        + run("_After<\(shape.anyArgument)>", shape.arguments("any", and: outcome), effects: awaits)
        + "\n}")
  }

  /// Goes on, and runs something that is shown what came of it. That is lent: it need
  /// not be one that can be copied. The compiler copies a constant for a closure if that
  /// got its value in one of two places, so it gets another name.
  private func shown(_ call: String) -> String {
    guard shape.canThrow else { return watched(returned: call, thrown: "") }
    return """
      let outcome: \(shape.outcome ?? "Void")
      do\(shape.typedThrow) {
        outcome = .success(\(shape.proceed))
      } catch {
        outcome = .failure(error)
      }
      let result = outcome
      \(call)
      return try result.get()
      """
  }

  // MARK: Advice that sees no arguments

  private var watch: String {
    let isAsync = shape.isAsync ? ", isAsync: true" : ""
    func begin(_ receiver: String) -> String { "advice.begin(\(receiver)\(isAsync))" }
    func end(_ receiver: String, _ more: String) -> String {
      "advice.end(\(receiver), call\(isAsync)\(more))"
    }
    func end(_ more: String) -> String {
      guard seesAny else { return end("subject", more) }
      return "if advice.step == .watch { \(end("subject", more)) } "
        + "else { \(end(shape.subjectAsAny, more)) }"
    }
    let choice = "advice.step == .watch ? \(begin("subject")) : \(begin(shape.subjectAsAny))"
    return "case .watch\(seesAny ? ", .watchAny" : ""):\n" + leaveAtEnd + "\n"
      + "let call = \(seesAny ? choice : begin("subject"))\n"
      + watched(returned: end(""), thrown: end(", throwing: error"))
  }

  /// Goes on, and runs something when that has returned or thrown.
  private func watched(returned: String, thrown: String) -> String {
    // With its type: overloads can differ in it only.
    let result = "let result: \(shape.output) = "
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
