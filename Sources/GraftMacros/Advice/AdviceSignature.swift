// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// The types of the closures that advise a requirement, and how its link calls them.
struct AdviceSignature {
  let declared: ProtocolDeclaration
  let requirement: Requirement

  // MARK: Obstacles

  /// The reason why no advice can run before its chain, in an error's words; nil if it can.
  var obstacle: String? { requirement.obstacle(to: \.joinPoint) }

  /// The reason why only a class with `@Advice`, but no closure, can advise it; nil
  /// if closures can.
  var closureObstacle: String? {
    let reason = requirement.obstacle(to: \.closure) ?? obstacleOfArguments
    return reason.map { "\($0): write a class with @Advice" }
  }

  /// The reason why closures, which are given all arguments, would not be given one.
  private var obstacleOfArguments: String? {
    let packing = ArgumentPacking(requirement: requirement, signature: self)
    guard packing.lacksArguments else { return nil }
    return isAsync
      ? "it is async with a parameter that is inout or a closure that can't be kept"
      : "a parameter is a closure that can't be kept and says where it runs"
  }

  var hasClosures: Bool { obstacle == nil && closureObstacle == nil }

  /// Whether its closures can only be written for one subject's types.
  var dependsOnSubject: Bool {
    declared.context.isActor || isIsolated && isInOut
      || requirement.has(\.dependsOnSubject)
      || [requirement.result, requirement.newValue, requirement.effects.thrownType].contains {
        $0.map { $0.inClass != $0.inProtocol } ?? false
      }
  }

  // MARK: Types

  /// The parameter of the set of join points that stands for the subject.
  enum Receiver {
    /// The conforming type, if types depend on it.
    case subject
    /// Any type.
    case parameter
  }

  func receiver(_ receiver: Receiver) -> String {
    switch receiver {
    case .subject: requirement.subject == .type ? "Subject.Type" : "Subject"
    case .parameter: requirement.subject == .type ? "_SubjectType" : "_Subject"
    }
  }

  /// The subject's type as a parameter of closures with arguments.
  private func subjectParameter(_ receiver: Receiver) -> String {
    switch requirement.subject {
    case .inOut: "inout " + self.receiver(receiver)
    // An async call returns to the actor by itself.
    case .isolated where !isAsync: "isolated " + self.receiver(receiver)
    default: self.receiver(receiver)
    }
  }

  var parameterTypes: [String] {
    ((requirement.newValue.map { [$0.kept(\.inSupport)] } ?? [])
      + requirement.parameters.map(\.typeInClosure)).map(\.asOptional)
  }

  /// The result type of closures.
  ///
  /// It is a `Result` for a requirement with a typed throw: generic code can't call
  /// closures that throw such a type.
  var result: String {
    thrownType.map { "Swift::Result<\(ownResult), \($0)>" } ?? ownResult
  }

  private var ownResult: String { (requirement.result?.inSupport ?? "Swift::Void").asOptional }

  var isVoid: Bool { requirement.result == nil && thrownType == nil }
  var isAsync: Bool { requirement.effects.isAsync }
  /// Whether its closures can throw.
  var canThrow: Bool { requirement.effects.canThrow && thrownType == nil }
  var isInOut: Bool { requirement.subject == .inOut }
  var thrownType: String? { requirement.effects.thrownType?.inSupport }
  var effectText: String { (isAsync ? " async" : "") + (canThrow ? " throws" : "") }
  var tries: String { canThrow ? "try " : "" }
  var awaits: String { requirement.effects.awaits }
  var effects: String { tries + awaits + unsafeMark }
  /// The `unsafe` mark of an expression with the arguments and no result.
  var unsafeMarkOfArguments: String { UnsafeTypes.mark(parameterTypes.joined(separator: ",")) }
  /// The effects of an expression with the result and no argument.
  var effectsOfResult: String { tries + awaits + unsafeMarkOfResult }
  var unsafeMark: String { requirement.unsafeMark }
  var unsafeMarkOfResult: String { requirement.unsafeMarkOfResult }

  /// A call of code that can throw, and throws only if the requirement can.
  func withoutThrowing(_ call: String) -> String {
    if canThrow { return call }
    let marks = awaits + unsafeMarkOfResult
    return "\(marks)Graft::GeneratedCode.withoutThrowing { \(call) }"
  }

  /// The isolation of a closure: an async one runs where the call does.
  private var whereItRuns: String { isAsync ? "nonisolated(nonsending) " : isolation }

  private func function(
    _ parameters: [String], _ result: String, effects: String, isKept: Bool = true
  ) -> String {
    "\(isKept || isAsync ? whereItRuns : "")\(isKept ? "@Sendable " : "")"
      + "(\(parameters.list))\(effects) -> \(result)"
  }

  /// The parameter of closures that run after the call: its outcome.
  private var outcome: [String] {
    if canThrow { return ["borrowing Swift::Result<\(result), any Swift::Error>"] }
    if isVoid { return [] }
    // A function type can't be marked `borrowing`.
    let isFunction = thrownType == nil && requirement.result?.isFunction ?? false
    return [isFunction ? result : "borrowing \(result)"]
  }

  /// Whether `proceed` takes arguments.
  ///
  /// A non-escaping closure can't be passed on, so advice around such a call proceeds
  /// with the arguments that it was given.
  var passesArguments: Bool { !requirement.has(\.isNonescapingClosure) }

  /// The types of the closures with all parameters: before, around and after.
  private func closures(_ receiver: Receiver) -> [String] {
    let subject = subjectParameter(receiver)
    let passed = passesArguments ? (isInOut ? [subject] : []) + parameterTypes : []
    let proceed = function(passed, result, effects: effectText, isKept: false)
    return [
      function([subject] + parameterTypes, "Swift::Void", effects: effectText),
      function(
        [passesArguments ? subject : self.receiver(receiver)]
          + (passesArguments ? parameterTypes : []) + [proceed], result, effects: effectText),
      function(
        [subject] + parameterTypes + outcome, "Swift::Void", effects: isAsync ? " async" : ""),
    ]
  }

  /// The type of its join point.
  func joinPoint(_ receiver: Receiver) -> String {
    let packing = ArgumentPacking(requirement: requirement, signature: self)
    let passed = [packing.type, result]
    guard isIsolated else {
      let types = (passed + closures(receiver)).list
      return "Graft::GeneratedCode.\(isAsync ? "Async" : "")\(form)<\(types)>"
    }
    let failure = canThrow ? "any Swift::Error" : "Swift::Never"
    let run = isolatedRun(receiver, packing.typeOfParameter)
    let types = (passed + [failure, run] + closures(receiver) + bareClosures).list
    return "Graft::JoinPoint<Graft::GeneratedCode.Closures<\(types)>>"
  }

  private var form: String { canThrow ? "ThrowingPoint" : "Point" }

  /// The call that makes the join point, with the scope and the number that it is
  /// given.
  ///
  /// The library has the adapters for the most common requirements.
  func makingJoinPoint(_ receiver: Receiver, number: String, _ adapters: [String]) -> String {
    if let count = countOfPlainArguments {
      let name = canThrow ? "throwingPoint" : isVoid ? "voidPoint" : "point"
      return "\(unsafeMark)Graft::GeneratedCode.\(name)(of\(Self.counts[count]): _scope, \(number))"
    }
    let name =
      isIsolated
      ? "isolatedPoint" : isAsync ? "async" + form : canThrow ? "throwingPoint" : "point"
    let call = isInOut ? "ChangingCall" : "PlainCall"
    let kind = "Graft::GeneratedCode.\(call)<\(self.receiver(receiver))>.self"
    let arguments = (isIsolated ? [] : [kind]) + ["_scope", number] + adapters
    return "\(unsafeMark)Graft::GeneratedCode.\(name)(\(arguments.list))"
  }

  private static let counts = ["None", "One", "Two"]

  /// The number of arguments, for a requirement whose closures get arguments, subject
  /// and result as generic code would; nil for others, and if there are too many.
  private var countOfPlainArguments: Int? {
    guard !isAsync, !isIsolated, !isInOut, passesArguments, thrownType == nil,
      !(requirement.result?.isFunction ?? false),
      parameterTypes.count < Self.counts.count, requirement.newValue == nil,
      requirement.parameters.allSatisfy({ !$0.isInout && $0.isPlain })
    else { return nil }
    return parameterTypes.count
  }

  /// The type of the closure that a link runs for advice whose closures are on an
  /// actor.
  ///
  /// The rest of the call escapes: adapters bind it by `let`, and optimised code frees a bound
  /// closure before it is called if it does not escape.
  ///
  /// - Parameter arguments: the type of the parameter that carries all arguments.
  func isolatedRun(_ receiver: Receiver, _ arguments: String) -> String {
    let subject = self.receiver(receiver)
    let erased = "Graft::GeneratedCode.ErasedSubject"
    let reference = "Graft::GeneratedCode.InoutReference<\(subject)>"
    let (run, passed) =
      isInOut
      ? (reference, reference)
      : isOnInstance ? ("isolated " + subject, subject) : (erased, erased)
    let proceed = "@escaping (\(passed), \(arguments)) throws -> \(result)"
    return "\(isolation)(\([run, arguments, proceed].list)) throws -> \(result)"
  }

  /// The types of closures on an actor that take no parameters.
  private var bareClosures: [String] {
    let proceed = function([], result, effects: effectText, isKept: false)
    return [
      function([], "Swift::Void", effects: effectText),
      function([proceed], result, effects: effectText),
      function([], "Swift::Void", effects: ""),
    ]
  }

  /// Whether its closures are on an actor.
  ///
  /// Their types say so.
  var isIsolated: Bool {
    !isAsync && (requirement.subject == .isolated || !isolation.isEmpty)
  }

  /// Whether its closures take the subject erased: a closure on a global actor can't be converted
  /// to one for another type.
  var takesErasedSubject: Bool { isIsolated && !isOnInstance && !isInOut }

  /// Whether its closures are on the subject, which is an actor.
  var isOnInstance: Bool { isIsolated && requirement.subject == .isolated }

  /// The global actor's attribute, such as `@MainActor `.
  var isolation: String { declared.globalActor(of: requirement).map { "\($0) " } ?? "" }

  /// Whether the class's method says `nonisolated(nonsending)`.
  ///
  /// Otherwise it would run elsewhere, unless the module's settings say so.
  var runsWhereCalled: Bool {
    isAsync && requirement.subject != .isolated && !declared.context.isNoncopyable
      && isolation.isEmpty
      && ["", "nonisolated "].contains(requirement.isolation)
      && !requirement.isConcurrent
      && !requirement.has(\.isIsolated)
  }

  /// Whether the module's settings can isolate it to the main actor.
  var dependsOnSettings: Bool {
    runsWhereCalled && declared.isolation.isEmpty && requirement.isolation.isEmpty
  }

  /// A method of a class with its isolation.
  ///
  /// One that depends on the settings has none if they make it run on the caller's
  /// actor, since it may then be isolated to the main actor.
  func isolated(_ method: (String) -> String) -> String {
    let explicit = method(runsWhereCalled ? "nonisolated(nonsending) " : requirement.isolation)
    guard dependsOnSettings else { return explicit }
    return """
      #if hasFeature(NonisolatedNonsendingByDefault)
      \(method(requirement.isolation))
      #else
      \(explicit)
      #endif
      """
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
