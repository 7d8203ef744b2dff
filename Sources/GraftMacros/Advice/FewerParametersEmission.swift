// SPDX-License-Identifier: Apache-2.0

/// Renders the methods of a join point whose closures take only the first of the
/// parameters. Each is a closure with all of them that calls one with fewer, so a call
/// has no other way to go. Here they are compiled with the settings of the protocol's
/// module, and so are the types that they are between: both agree on where what can be
/// suspended runs.
///
/// What the calls of all requirements can do, `JoinPoint` does: closures with the
/// subject alone, and with nothing.
struct FewerParametersEmission {
  private let shape: AdviceShape
  private let access: String

  init(_ shape: AdviceShape, access: String) {
    self.shape = shape
    self.access = access
  }

  var methods: [String] { before + after + around }

  private var all: Int { shape.parameterTypes.count }

  /// How many arguments the closures take; -1 is not even the subject.
  ///
  /// - Parameter isCovered: whether `JoinPoint` has those without arguments.
  private func counts(upTo last: Int, isCovered: Bool) -> [Int] {
    let first = isCovered ? 1 : -1
    return first <= last ? Array(first...last) : []
  }

  // MARK: Kinds

  private var before: [String] {
    counts(upTo: all - 1, isCovered: !shape.canThrow && !shape.isAsync).map { count in
      method("before", types(count), effects: shape.effectText, result: "Void", names(count)) {
        shape.effects + "run(\(values(count).joined(separator: ", ")))"
      }
    }
  }

  private var after: [String] {
    let hasOutcome = shape.outcome != nil
    return counts(upTo: hasOutcome ? all : all - 1, isCovered: !shape.isAsync).map { count in
      let (effects, call) = shape.isAsync ? (" async", "await ") : ("", "")
      return method(
        "after", types(count), effects: effects, result: "Void",
        names(count) + (hasOutcome ? ["_"] : [])
      ) { call + "run(\(values(count).joined(separator: ", ")))" }
    }
  }

  /// What the call changes while it goes on, no closure can have meanwhile: of the
  /// subject it has a copy, and it takes no argument that is `inout`.
  private var around: [String] {
    let passed = shape.passesArguments ? all : 0
    let taken = shape.parameterTypes.prefix { !$0.hasPrefix("inout ") }.count
    // Without the subject, the closure of an actor's requirement would be on no actor,
    // and what it goes on with can't be sent to it.
    let counts = counts(upTo: min(passed - 1, taken), isCovered: !shape.seriesName.isEmpty)
      .filter { $0 >= 0 || !shape.isIsolated }
    let passedOn = (shape.isInOut ? ["&subject"] : []) + arguments(passed)
    let proceed = shape.closure(
      [], shape.effects + "proceed(\(passedOn.joined(separator: ", ")))")
    return counts.map { count in
      method(
        "around",
        types(count, isChangeable: false) + [shape.proceedType([], takesReceiver: false)],
        effects: shape.effectText, result: shape.output,
        names(passed).prefix(passed + 1) + ["proceed"]
      ) {
        let values = values(count, isChangeable: false) + [proceed]
        return shape.effects + "run(\(values.joined(separator: ", ")))"
      }
    }
  }

  // MARK: Parts

  /// - Parameter isChangeable: whether a subject that the call can change is `inout`
  ///   for a closure that takes arguments too. For others it is a copy.
  private func types(_ count: Int, isChangeable: Bool = true) -> [String] {
    guard count >= 0 else { return [] }
    let isCopy = shape.isInOut && !(isChangeable && count > 0)
    return [isCopy ? shape.receiverArgument : shape.receiver] + shape.parameterTypes.prefix(count)
  }

  private func values(_ count: Int, isChangeable: Bool = true) -> [String] {
    guard count >= 0 else { return [] }
    let isChanged = shape.isInOut && isChangeable && count > 0
    return [isChanged ? "&subject" : "subject"] + arguments(count)
  }

  private func arguments(_ count: Int) -> [String] {
    shape.parameterTypes.prefix(count).enumerated().map { index, type in
      (type.hasPrefix("inout ") ? "&" : "") + "a\(index)"
    }
  }

  /// Of the parameters of a closure with all of them.
  private func names(_ count: Int) -> [String] {
    let taken = count < 0 ? [] : ["subject"] + (0..<count).map { "a\($0)" }
    return taken + Array(repeating: "_", count: all - count)
  }

  private func method(
    _ name: String, _ types: [String], effects: String, result: String, _ names: [String],
    call: () -> String
  ) -> String {
    let body = "_\(name.prefix(1).uppercased())\(name.dropFirst())<\(shape.parameterName)>"
    let type = shape.function(types, result, effects: effects)
    let closure =
      effects.contains("throws(")
      ? shape.closure(names, call())
      : "{ \(names.joined(separator: ", ")) in \(call()) }"
    return """
            @discardableResult
            \(access)func \(name)(_ options: AdviceOption..., run: \(shape.whereItRuns)@escaping \(shape.isolation)@Sendable \(type)) throws(AdviceError) -> AdviceToken {
              try place.install(\(body)(place.terms(options)) \(closure))
            }
      """
  }
}
