// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// The types of the closures that advise a requirement, and how its link calls them.
struct AdviceSignature {
  private let declared: ProtocolDeclaration
  private let requirement: Requirement

  init(_ declared: ProtocolDeclaration, _ requirement: Requirement) {
    self.declared = declared
    self.requirement = requirement
  }

  // MARK: What can be advised

  /// Why something can't be advised, in an error's words.
  struct Obstacle {
    let reason: String
  }

  /// Why nothing can stand in front of its chain; nil if something can.
  var obstacle: Obstacle? {
    if requirement.isUnadvised {
      return Obstacle(reason: "it is marked @Unadvised")
    }
    // Of these there are no join points at all.
    if declared.context.isNoncopyable {
      return Obstacle(reason: "its subjects are not copyable")
    }
    if requirement.needsStrongLink {
      return Obstacle(
        reason: "a parameter or result can't be passed on twice")
    }
    if requirement.effects.isRethrowing {
      return Obstacle(
        reason: "it rethrows, which no closure does")
    }
    if requirement.neverReturns {
      return Obstacle(reason: "it never returns")
    }
    if requirement.isConcurrent {
      return Obstacle(
        reason: "it is @concurrent, which no closure follows: write a class with @Advice")
    }
    return nil
  }

  /// Why no closure can advise it, but a class with @Advice can.
  var closureObstacle: Obstacle? {
    let isGeneric =
      !requirement.generics.inClass.isEmpty || requirement.parameters.contains(where: \.isOpaque)
    if isGeneric {
      return Obstacle(
        reason: "it is generic, which no closure is: write a class with @Advice")
    }
    if requirement.parameters.contains(where: \.isEffectfulAutoclosure) {
      return Obstacle(
        reason: "a parameter's expression can throw or be suspended, and a closure is given its "
          + "value: write a class with @Advice")
    }
    if requirement.parameters.contains(where: \.isVoid) {
      return Obstacle(
        reason: "a parameter is Void: write a class with @Advice")
    }
    if requirement.parameters.contains(where: \.isIsolated) {
      return Obstacle(
        reason:
          "it says itself where it runs, which no closure follows: write a class with @Advice")
    }
    let isOnly = parameterTypes.count == 1
    if requirement.parameters.contains(where: { $0.isSpan && ($0.isInout || !isOnly) }) {
      return Obstacle(
        reason: "a parameter is a span that no closure can be handed: write a class with @Advice")
    }
    guard isAsync,
      requirement.parameters.contains(where: { $0.isInout || $0.isNonescapingClosure })
        || ArgumentPacking(requirement, self).lendsArguments
    else { return nil }
    return Obstacle(
      reason: "it is async with a parameter that is inout or a closure that can't be kept: write "
        + "a class with @Advice")
  }

  var hasClosures: Bool { obstacle == nil && closureObstacle == nil }

  /// Whether its closures can only be written for one subject's types.
  var dependsOnSubject: Bool {
    declared.context.isActor || isIsolated && isInOut
      || requirement.parameters.contains(where: \.dependsOnSubject)
      || [requirement.result, requirement.newValue, requirement.effects.thrownType].contains {
        $0.map { $0.inClass != $0.inProtocol } ?? false
      }
  }

  // MARK: Types

  /// The parameter of the set of join points that stands for the subject.
  enum Receiver: Equatable {
    /// Where types depend on it: the conforming type.
    case subject
    /// Any type.
    case parameter
    /// `any P`, or its metatype.
    case any(String)

    func name(isType: Bool) -> String {
      switch self {
      case .subject: isType ? "Subject.Type" : "Subject"
      case .parameter: isType ? "_SubjectType" : "_Subject"
      case .any(let name): name
      }
    }
  }

  func receiver(_ receiver: Receiver) -> String {
    receiver.name(isType: requirement.subject == .type)
  }

  /// As a parameter of closures with arguments.
  private func subjectParameter(_ receiver: Receiver) -> String {
    switch requirement.subject {
    case .inOut: "inout " + self.receiver(receiver)
    // What is suspended goes back to the actor by itself.
    case .isolated where !isAsync: "isolated " + self.receiver(receiver)
    default: self.receiver(receiver)
    }
  }

  var parameterTypes: [String] {
    ((requirement.newValue.map { [$0.inSupport] } ?? [])
      + requirement.parameters.map(\.typeInClosure)).map(Self.plain)
  }

  /// What closures give. Of a requirement that throws one type it is a `Result`: Swift has
  /// no closures of such a type that generic code could call.
  var result: String {
    thrownType.map { "Swift::Result<\(ownResult), \($0)>" } ?? ownResult
  }

  private var ownResult: String { Self.plain(requirement.result?.inSupport ?? "Swift::Void") }

  /// What is unwrapped implicitly is an optional in the type of a closure.
  private static func plain(_ type: String) -> String {
    type.hasSuffix("!") ? type.dropLast() + "?" : type
  }

  var isVoid: Bool { requirement.result == nil && thrownType == nil }
  var isAsync: Bool { requirement.effects.isAsync }
  /// Whether closures can.
  var canThrow: Bool { requirement.effects.canThrow && thrownType == nil }
  var isInOut: Bool { requirement.subject == .inOut }
  var thrownType: String? { requirement.effects.thrownType?.inSupport }
  var effectText: String { (isAsync ? " async" : "") + (canThrow ? " throws" : "") }
  var awaits: String { isAsync ? "await " : "" }
  var effects: String { (canThrow ? "try " : "") + awaits + unsafeMark }
  /// Of what has the arguments and no result.
  var unsafeMarkOfArguments: String { UnsafeTypes.mark(parameterTypes.joined(separator: ",")) }
  /// Of what has the result and no argument.
  var effectsOfResult: String { (canThrow ? "try " : "") + awaits + unsafeMarkOfResult }
  var unsafeMark: String { requirement.unsafeMark }
  var unsafeMarkOfResult: String { requirement.unsafeMarkOfResult }

  /// Closures that are suspended run where the call does.
  private var whereItRuns: String { isAsync ? "nonisolated(nonsending) " : isolation }

  private func function(
    _ parameters: [String], _ result: String, effects: String, isKept: Bool = true
  ) -> String {
    "\(isKept || isAsync ? whereItRuns : "")\(isKept ? "@Sendable " : "")"
      + "(\(parameters.joined(separator: ", ")))\(effects) -> \(result)"
  }

  /// Of what the rest of the call gives, for what runs after it.
  private var outcome: [String] {
    if canThrow { return ["borrowing Swift::Result<\(result), any Swift::Error>"] }
    if isVoid { return [] }
    // Nothing can be said of how a function is passed.
    let isFunction = thrownType == nil && requirement.result?.isFunction ?? false
    return [isFunction ? result : "borrowing \(result)"]
  }

  /// A closure that can't be kept can't be passed on either: around it goes on with what
  /// was given.
  var passesArguments: Bool { !requirement.parameters.contains(where: \.isNonescapingClosure) }

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

  /// A closure that runs before is one by itself; else it is made one around the call.
  var beforeIsOwnClosure: Bool { !isAsync && !isIsolated }

  /// The type of its join point.
  func joinPoint(_ receiver: Receiver) -> String {
    let arguments = ArgumentPacking(requirement, self).type
    let types =
      isIsolated
      ? [isolatedRun(receiver, arguments)] + closures(receiver) + isolatedClosures(receiver)
      : [self.receiver(receiver), arguments, result] + closures(receiver)
    return "Graft::GeneratedCode.\(pointType)<\(types.joined(separator: ", "))>"
  }

  private var pointType: String {
    if isIsolated { return "IsolatedPoint" }
    return (isAsync ? "Async" : "") + (canThrow ? "Throwing" : "") + "Point"
  }

  /// The function that makes the join point, with the scope and the number that it is given.
  ///
  /// Of the commonest requirements the library has the adapters.
  func makingJoinPoint(_ adapters: [String]) -> String {
    let number = requirement.number
    if let count = countOfPlainArguments {
      let name = canThrow ? "throwingPoint" : isVoid ? "voidPoint" : "point"
      return "\(unsafeMark)Graft::GeneratedCode.\(name)(of\(Self.counts[count]): _scope, \(number))"
    }
    let words = [
      (isAsync, "async"), (isInOut, "changing"), (canThrow, "throwing"), (true, "point"),
    ]
    let name =
      isIsolated
      ? "isolatedPoint"
      : words.filter(\.0).map(\.1).enumerated().map { $0 == 0 ? $1 : $1.capitalized }.joined()
    let list = ["_scope", "\(number)"] + adapters
    return "\(unsafeMark)Graft::GeneratedCode.\(name)(\(list.joined(separator: ", ")))"
  }

  private static let counts = ["None", "One", "Two", "Three"]

  /// Nil where closures don't get arguments, subject and result as any generic code would, or
  /// where there are too many.
  private var countOfPlainArguments: Int? {
    guard !isAsync, !isIsolated, !isInOut, passesArguments, thrownType == nil,
      !(requirement.result?.isFunction ?? false),
      parameterTypes.count < Self.counts.count, requirement.newValue == nil,
      requirement.parameters.allSatisfy({ !$0.isInout && $0.isPlain })
    else { return nil }
    return parameterTypes.count
  }

  /// The type of what a link runs of an advice whose closures are on an actor.
  ///
  /// - Parameter arguments: the type of what is passed for all of them.
  func isolatedRun(_ receiver: Receiver, _ arguments: String) -> String {
    let subject = self.receiver(receiver)
    let (run, passed) =
      isInOut
      ? (
        "Graft::GeneratedCode.InoutReference<\(subject)>",
        "Graft::GeneratedCode.InoutReference<\(subject)>"
      )
      : (isolatedSubject(receiver), subject)
    let proceed = "(\(passed), \(arguments)) throws -> \(result)"
    return "\(isolation)(\([run, arguments, proceed].joined(separator: ", "))) throws -> \(result)"
  }

  private func isolatedSubject(_ receiver: Receiver) -> String {
    (requirement.subject == .isolated ? "isolated " : "") + self.receiver(receiver)
  }

  /// The types of closures that take the subject alone or nothing, where these are
  /// on an actor.
  private func isolatedClosures(_ receiver: Receiver) -> [String] {
    let subject = isolatedSubject(receiver)
    let proceed = function([], result, effects: effectText, isKept: false)
    return [
      function([subject], "Swift::Void", effects: effectText),
      function([subject, proceed], result, effects: effectText),
      function([subject], "Swift::Void", effects: ""),
      function([], "Swift::Void", effects: effectText),
      function([], "Swift::Void", effects: ""),
    ]
  }

  /// Its closures are on an actor, and their types say so.
  var isIsolated: Bool {
    !isAsync && (requirement.subject == .isolated || !isolation.isEmpty)
  }

  /// Its closures are on the subject, which is an actor.
  var isOnInstance: Bool { isIsolated && requirement.subject == .isolated }

  /// `@MainActor ` and the like: of the attributes that are copied, those of custom types
  /// without arguments. The requirement's own goes first.
  var isolation: String {
    guard requirement.isolation.isEmpty else { return "" }
    let own = Self.customAttributes(requirement.attributes)
      // What is no global actor the compiler refuses, and once is enough.
      .filter { isAsync || $0.hasSuffix("Actor") }
    let lines =
      own + (declared.isolation.isEmpty ? Self.customAttributes(declared.attributes) : [])
    return lines.first.map { "\($0) " } ?? ""
  }

  /// The class's method then says so: it would run elsewhere where the settings of the module
  /// do not say it.
  var runsWhereCalled: Bool {
    isAsync && !declared.context.isActor && !declared.context.isNoncopyable && isolation.isEmpty
      && ["", "nonisolated "].contains(requirement.isolation)
      && !requirement.isConcurrent
      && !requirement.parameters.contains(where: \.isIsolated)
  }

  /// The settings of the module can say that it is the main actor's.
  var dependsOnSettings: Bool {
    runsWhereCalled && declared.isolation.isEmpty && requirement.isolation.isEmpty
  }

  /// A method of a class with what it says of its isolation. One that depends on the
  /// settings says nothing where they make it run where it is called, since it may be the
  /// main actor's there.
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

  private static func customAttributes(_ attributes: String) -> [Substring] {
    attributes.split(separator: "\n").filter { line in
      line.split(separator: ".").last?.first { $0 != "@" }?.isUppercase ?? false
        && !line.contains("(") && line != "@Sendable"
    }
  }
}

extension String {
  /// With a capital letter at its beginning.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
