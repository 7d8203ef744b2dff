// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// The types of the closures that advise a requirement, and how its link calls them.
struct AdviceShape {
  private let declared: ProtocolDeclaration
  private let requirement: Requirement

  init(_ declared: ProtocolDeclaration, _ requirement: Requirement) {
    self.declared = declared
    self.requirement = requirement
  }

  var name: String { "_Advice\(requirement.number)" }

  // MARK: What can be advised

  struct Obstacle {
    /// In an error's words.
    let reason: String
    /// Of the cases of `NoJoinPoint`.
    let type: String
  }

  /// Why nothing can stand in front of its chain; nil if something can.
  var obstacle: Obstacle? {
    if requirement.isUnadvised {
      return Obstacle(reason: "it is marked @Unadvised", type: "OfUnadvisedRequirement")
    }
    // Of these there are no join points at all.
    if declared.context.isNoncopyable {
      return Obstacle(reason: "its subjects are not copyable", type: "")
    }
    if requirement.needsStrongLink {
      return Obstacle(
        reason: "a parameter or result can't be passed on twice",
        type: "OfRequirementWithConsumedValue")
    }
    if requirement.effects.throwing.inProtocol.contains("rethrows") {
      return Obstacle(
        reason: "it rethrows, which no closure does", type: "OfRethrowingRequirement")
    }
    if requirement.neverReturns {
      return Obstacle(reason: "it never returns", type: "OfRequirementThatNeverReturns")
    }
    return nil
  }

  /// Why no closure can advise it, but a class with @Advice can.
  var closureObstacle: Obstacle? {
    let isGeneric =
      !requirement.generics.inClass.isEmpty || requirement.parameters.contains(where: \.isOpaque)
    if isGeneric {
      return Obstacle(
        reason: "it is generic, which no closure is: write a class with @Advice",
        type: "OfGenericRequirement")
    }
    if requirement.parameters.contains(where: \.isEffectfulAutoclosure) {
      return Obstacle(
        reason: "a parameter's expression can throw or be suspended, and a closure is given its "
          + "value: write a class with @Advice",
        type: "OfRequirementWithEffectfulAutoclosure")
    }
    if requirement.parameters.contains(where: \.isVoid) {
      return Obstacle(
        reason: "a parameter is Void: write a class with @Advice", type: "OfRequirementWithVoid")
    }
    let saysWhere =
      requirement.attributes.contains("@concurrent")
      || requirement.parameters.contains(where: \.isIsolated)
    guard saysWhere else { return nil }
    return Obstacle(
      reason: "it says itself where it runs, which no closure follows: write a class with @Advice",
      type: "OfIsolatedRequirement")
  }

  var hasClosures: Bool { obstacle == nil && closureObstacle == nil }

  /// Whether its closures can only be written for one subject's types.
  var dependsOnSubject: Bool {
    declared.context.isActor || requirement.parameters.contains(where: \.dependsOnSubject)
      || [requirement.result, requirement.newValue, requirement.effects.thrownType].contains {
        $0.map { $0.inClass != $0.inProtocol } ?? false
      }
  }

  // MARK: Types

  var parameter: String { dependsOnSubject ? "Subject: \(declared.name)" : "_Receiver" }
  var parameterName: String { dependsOnSubject ? "Subject" : "_Receiver" }

  /// What the parameter stands for in the link.
  var argument: String {
    !dependsOnSubject && requirement.subject == .type ? "Subject.Type" : "Subject"
  }

  /// The same where the closures see any subject.
  var anyArgument: String {
    "any \(declared.name)" + (requirement.subject == .type ? ".Type" : "")
  }

  /// In the namespace of the requirement, and in the link.
  var receiverArgument: String {
    guard dependsOnSubject else { return "_Receiver" }
    return requirement.subject == .type ? "Subject.Type" : "Subject"
  }
  var receiverArgumentInLink: String {
    requirement.subject == .type ? "Subject.Type" : "Subject"
  }

  var receiver: String {
    if dependsOnSubject { return requirement.subject.rawValue }
    return requirement.subject == .inOut ? "inout _Receiver" : "_Receiver"
  }

  var parameterTypes: [String] {
    ((requirement.newValue.map { [$0.inSupport] } ?? [])
      + requirement.parameters.map(\.typeInClosure)).map(Self.plain)
  }

  private var result: String { Self.plain(requirement.result?.inSupport ?? "Void") }

  /// What is unwrapped implicitly is an optional in the type of a closure.
  private static func plain(_ type: String) -> String {
    type.hasSuffix("!") ? type.dropLast() + "?" : type
  }

  var isVoid: Bool { requirement.result == nil }
  var isAsync: Bool { requirement.effects.isAsync }
  var canThrow: Bool { requirement.effects.canThrow }
  var effectText: String { requirement.effects.text(\.inSupport) }

  /// Of what the rest of the call gives: nothing, a value, or a value or error.
  var outcome: String? {
    guard canThrow else { return isVoid ? nil : result }
    let error = requirement.effects.thrownType?.inSupport ?? "any Swift.Error"
    return "Swift.Result<\(result), \(error)>"
  }

  /// The `inout` of a subject that is passed on.
  private var inOutReceiver: [String] { requirement.subject == .inOut ? [receiver] : [] }

  /// What `proceed` takes. A closure that can't be kept can't be passed on either:
  /// then it goes on with what was given.
  private var proceedTypes: [String] { passesArguments ? parameterTypes : [] }
  var passesArguments: Bool {
    !requirement.parameters.contains(where: \.isNonescapingClosure)
  }

  func function(_ parameters: [String], _ result: String, effects: String) -> String {
    "(\(parameters.joined(separator: ", ")))\(effects) -> \(result)"
  }

  /// Before the types of closures: where the requirement says that it runs where it is
  /// called, they do so too. Else the settings of the module say it.
  var whereItRuns: String {
    let modifier = "nonisolated(nonsending) "
    return isAsync && requirement.isolation == modifier ? modifier : ""
  }

  /// The settings of the module say where its closures run and where the class's method
  /// does, which need not be the same.
  var dependsOnSettings: Bool {
    isAsync && hasClosures && !declared.context.isActor && isolation.isEmpty
      && declared.isolation.isEmpty && requirement.isolation.isEmpty
  }

  func proceedType(_ types: [String], takesReceiver: Bool = true) -> String {
    whereItRuns + isolationOfProceed
      + function((takesReceiver ? inOutReceiver : []) + types, result, effects: effectText)
  }

  /// Where it can be suspended it would else leave the actor, which only what can be sent
  /// may do.
  private var isolationOfProceed: String { isAsync ? isolation : "" }

  var before: String { function([receiver] + parameterTypes, "Void", effects: effectText) }

  var around: String {
    function(
      [receiver] + proceedTypes + [proceedType(proceedTypes)], result, effects: effectText)
  }

  /// It is lent the outcome, which need not be one that can be copied. A closure literal
  /// notices nothing of that where it can be.
  var after: String {
    let lent = outcome.map { [isFunction ? $0 : "borrowing \($0)"] } ?? []
    return function(
      [receiver] + parameterTypes + lent, "Void", effects: isAsync ? " async" : "")
  }

  /// Nothing can be said of how a function is passed.
  private var isFunction: Bool { !canThrow && requirement.result?.isFunction ?? false }

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

  private static func customAttributes(_ attributes: String) -> [Substring] {
    attributes.split(separator: "\n").filter { line in
      line.split(separator: ".").last?.first { $0 != "@" }?.isUppercase ?? false
        && !line.contains("(") && line != "@Sendable"
    }
  }

  /// What a required initialiser can be called from has to see the class.
  var linkAccess: String {
    [.fileprivate, .private].contains(declared.access) ? declared.access.modifier : ""
  }

  // MARK: Calls in the link

  var retainsBody: Bool { isAsync || requirement.effects.thrownType != nil }
  var effects: String { (canThrow ? "try " : "") + (isAsync ? "await " : "") }

  var typedThrow: String {
    requirement.effects.thrownType.map { " throws(\($0.inSupport))" } ?? ""
  }

  /// A closure of the requirement's effects. What it throws is only inferred where it
  /// has no type.
  func closure(_ parameters: [String], _ body: String) -> String {
    let list = parameters.joined(separator: ", ")
    guard !typedThrow.isEmpty else {
      return parameters.isEmpty ? "{ \(body) }" : "{ \(list) in \(body) }"
    }
    return "{ (\(list))\(isAsync ? " async" : "")\(typedThrow) in \(body) }"
  }

  var proceed: String { effects + requirement.call(on: "super", subject: "subject") }

  /// - Parameter isAny: of advice that sees `any P`.
  func proceedClosure(isAny: Bool) -> String {
    let receiver = isInOut ? ["receiver"] : []
    let subject = isInOut ? (isAny ? "same" : "receiver") : "subject"
    let opening =
      isInOut && isAny
      ? "\nvar same: Subject = AdviceBody.unchanged(receiver)\ndefer { receiver = same }\nreturn "
      : ""
    guard passesArguments else {
      return closure(
        receiver, opening + effects + requirement.call(on: "super", subject: subject))
    }
    let names = parameterTypes.indices.map { "a\($0)" }
    return closure(
      receiver + names,
      opening + effects + requirement.call(on: "super", subject: subject, arguments: names))
  }

  private var values: [String] {
    [(requirement.subject == .inOut ? "&" : "") + "subject"]
      + (requirement.newValue == nil ? [] : ["newValue"]) + requirement.parameters.map(\.value)
  }

  /// In a call of a closure that sees the subject as `receiver`.
  func arguments(_ receiver: String, and more: String? = nil) -> String {
    let values = [(requirement.subject == .inOut ? "&" : "") + receiver] + self.values.dropFirst()
    return "(\((values + (more.map { [$0] } ?? [])).joined(separator: ", ")))"
  }

  func argumentsBeforeProceed(_ receiver: String) -> String {
    passesArguments
      ? arguments(receiver) : "(\(requirement.subject == .inOut ? "&" : "")\(receiver))"
  }

  /// The rest of the call as a closure without parameters.
  var proceedAsGiven: String {
    closure([], effects + requirement.call(on: "super", subject: "subject"))
  }

  var output: String { result }

  /// What `proceed` can do, in names; empty where only the protocol's module can make a
  /// `proceed` without arguments. With a type to throw, the closure has to name it. Where
  /// it can be suspended, whether a closure then runs where its caller does depends on
  /// the settings of the module that has it.
  var seriesName: String {
    if isAsync || requirement.effects.thrownType != nil { return "" }
    return canThrow ? "Throwing" : "Returning"
  }

  /// The subject as advice of any subject sees it.
  var subjectAsAny: String { "subject as \(anyArgument)" }
  var isInOut: Bool { requirement.subject == .inOut }
  var isIsolated: Bool { requirement.subject == .isolated }
}
