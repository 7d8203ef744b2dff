// SPDX-License-Identifier: Apache-2.0

import Glibc
import Graft
import RandomProtocols

/// Does what the generator says, and compares with the oracle.
struct Machine {
  struct Settings: Sendable {
    var seed: UInt64 = 1
    /// Requirements that are called and advised.
    var requirements = Set(Requirement.allCases)
    /// References to leave out, by the ends of their names.
    var without: Set<String> = []
    /// Whether other machines run: then nothing is changed that concerns their subjects.
    var isOneOfSeveral = false
    var printsSteps = false
  }

  let settings: Settings
  private let subjects: [Subject]
  private let types: [SubjectType]
  private var generator: Generator
  private var oracle = Oracle()
  private var tokens: [Int: AdviceToken] = [:]
  private var lastSteps: [String] = []
  private var step = 0
  private(set) var callCount = 0
  private var advised = 0
  private let trace = Trace()
  private var focus: (requirement: Requirement, subject: Int) = (.plain, 0)
  /// What a step changes beside calls and advice, in the program's only machine.
  private let plugin: Plugin?
  private let firstID: Int
  /// The number of scopes of tasks that there have been, and those that the task is in.
  private var scopeCount = 0
  private var taskScopes: [Int] = []

  init(
    _ settings: Settings, _ subjects: [Subject], like other: Machine? = nil, firstID: Int = 0,
    plugin: Plugin? = nil
  ) {
    if let other { oracle = other.oracle }
    self.settings = settings
    self.plugin = plugin
    let subjects = subjects.filter {
      !settings.requirements.isDisjoint(with: $0.type.requirements)
    }
    self.subjects = subjects
    self.firstID = firstID
    var types: [SubjectType] = []
    for subject in subjects where !types.contains(where: { $0 === subject.type }) {
      types.append(subject.type)
    }
    self.types = types
    generator = Generator(seed: settings.seed)
  }

  /// Blocks the classes of advice, which each call would have otherwise, and some pointcuts.
  mutating func begin() {
    for name in World.all.flatMap(\.links).filter(\.isAdvice).map(\.name) { toggle(name) }
    for name in World.pointcuts where generator.once(in: 2) { toggle(name) }
    if plugin != nil { oracle.setPlugin(isThere: true) }
  }

  nonisolated(nonsending) mutating func run(steps: Int, onlySynchronous: Bool = false) async {
    for _ in 0..<steps { await runStep(onlySynchronous) }
  }

  private nonisolated(nonsending) mutating func runStep(_ onlySynchronous: Bool) async {
    step += 1
    if step % 500 == 1 {
      focus.subject = generator.below(subjects.count)
      focus.requirement = anyRequirement(of: subjects[focus.subject])
    }
    switch generator.below(4000) {
    case 0..<3850: await call(onlySynchronous)
    case 3850..<3935: install()
    case 3935..<3990: remove()
    case 3990..<3997: await runInTaskScope(onlySynchronous)
    default:
      if !settings.isOneOfSeveral {
        if plugin != nil, generator.once(in: 3) {
          changePlugin()
        } else {
          toggle(generator.element(of: World.blockable))
        }
      }
    }
  }

  /// Does some steps in a scope of the task, whose advice then goes.
  private nonisolated(nonsending) mutating func runInTaskScope(
    _ onlySynchronous: Bool
  ) async {
    guard taskScopes.count < 3 else { return }
    scopeCount += 1
    let scope = scopeCount
    begin("scope \(scope) begins")
    taskScopes.append(scope)
    await ExtensionRegistry.withTaskAdvice {
      await run(steps: 10 + generator.below(300), onlySynchronous: onlySynchronous)
    }
    taskScopes.removeLast()
    begin("scope \(scope) ends")
    for one in oracle.installed where one.advice.taskScope == scope {
      expect("\(tokens.removeValue(forKey: one.advice.id)!.isInstalled)", "false")
    }
    oracle.installed.removeAll { $0.advice.taskScope == scope }
  }

  private mutating func anyRequirement(of subject: Subject) -> Requirement {
    generator.element(of: subject.type.requirements.filter(settings.requirements.contains))
  }

  private mutating func requirement(of subject: Subject) -> Requirement {
    let isThere = subject.type.requirements.contains(focus.requirement)
    return isThere && !generator.once(in: 3) ? focus.requirement : anyRequirement(of: subject)
  }

  private mutating func subject() -> Subject {
    subjects[generator.once(in: 3) ? generator.below(subjects.count) : focus.subject]
  }

  private mutating func begin(_ text: @autoclosure () -> String) {
    lastSteps.append("\(step): \(text())")
    if lastSteps.count > 40 { lastSteps.removeFirst(20) }
    if settings.printsSteps { writeLine(lastSteps.last!) }
  }

  private func expect(_ found: String, _ expected: String, _ subject: Subject? = nil) {
    guard found != expected else { return }
    writeLine(
      """
      seed \(settings.seed), step \(step)
      expected: \(expected)
      got:      \(found)
      """)
    if let subject { describe(subject) }
    writeLine("the last steps:")
    for step in lastSteps { writeLine("  " + step) }
    exit(1)
  }

  private func describe(_ subject: Subject) {
    writeLine("installed:")
    for one in oracle.installed where one.isThere {
      let advice = one.advice
      writeLine(
        "  \(advice.id) \(advice.kind) \(advice.requirement) \(one.scope) \(one.target)"
          + " \(advice.form) \(advice.behaviour) \(advice.precedence) once: \(advice.isOnce)"
          + " scope: \(advice.taskScope ?? 0)")
    }
    writeLine("blocked: \(oracle.blocked.sorted())")
  }
}

// The steps.
extension Machine {
  private nonisolated(nonsending) mutating func call(_ onlySynchronous: Bool) async {
    let subject = subject()
    let requirement = requirement(of: subject)
    let isAwaited = subject.type.isAwaited(requirement)
    if onlySynchronous, isAwaited { return }
    let references = subject.references.filter { reference in
      !reference.except.contains(requirement)
        && !settings.without.contains { reference.name.hasSuffix($0) }
    }
    let reference = generator.element(of: references)
    var text = generator.once(in: 2) ? "t\(step)" : "a text that is not stored in line \(step)"
    if generator.once(in: 4) { text = "!" + text }
    begin("\(requirement) of \(subject.number) \(subject.type.name), \(reference.name), \(text)")
    trace.text = ""
    var found =
      isAwaited
      ? await reference.callLater(requirement, text) : reference.call(requirement, text)
    found += "|" + trace.text
    let expected = Prediction.call(
      requirement, text, on: subject, through: reference, by: &oracle)
    expect(found, expected, subject)
    callCount += 1
    for one in oracle.installed where !one.isThere {
      expect("\(tokens[one.advice.id]!.isInstalled)", "false")
      tokens[one.advice.id] = nil
    }
    oracle.installed.removeAll { !$0.isThere }
  }

  private mutating func install() {
    let subject = subject()
    let world = subject.type.world
    guard world.canBeAdvised, oracle.hasPlugin || !subject.type.isOfPlugin else { return }
    advised += 1
    let requirement = requirement(of: subject)
    guard requirement.hasJoinPoint else { return }
    let kind: AdviceKind = generator.element(of: [.before, .after, .around])
    let form = generator.element(of: Advice.Form.allCases)
    let advice = Advice(
      id: firstID + advised, requirement: requirement, kind: kind, form: form,
      behaviour: generator.element(of: Advice.Behaviour.allCases + [.plain, .plain]),
      precedence: generator.once(in: 3) ? generator.below(3) - 1 : 0,
      isOnce: generator.once(in: 6), taskScope: generator.once(in: 2) ? taskScopes.last : nil)
    var scopes: [Advice.Scope] = [.type]
    if !settings.isOneOfSeveral, world.ofEverySubject.contains(requirement) {
      scopes.append(.everySubject)
    }
    // No object is in a call of what is static.
    if subject.type.isClass, subject.installOnObject != nil {
      if requirement != .with { scopes.append(.subclasses) }
      let isOfType = requirement == .with || requirement.isStatic
      if !isOfType, advice.taskScope == nil { scopes.append(.object) }
    }
    let scope = generator.element(of: scopes)
    var type = subject.type
    if scope == .subclasses,
      let name = (type.superclasses + [type.name]).randomElement(using: &generator)
    {
      type = types.first { $0.name == name } ?? type
    }
    begin(
      "install \(advice.id): \(kind) \(requirement), \(scope) \(type.name) \(subject.number),"
        + " \(advice.form) \(advice.behaviour) \(advice.precedence) once: \(advice.isOnce)"
        + " scope: \(advice.taskScope ?? 0)")
    do {
      let target: String
      let token: AdviceToken
      switch scope {
      case .everySubject:
        target = ""
        token = try world.installOnEverySubject(advice)
      case .object:
        target = "\(subject.number)"
        token = try subject.installOnObject!(advice)
      case .type, .subclasses:
        target = type.name
        token = try type.install(advice, scope)
      }
      tokens[advice.id] = token
      oracle.installed.append(
        Oracle.Installed(
          advice, of: world, scope, target: target,
          depth: scope == .subclasses ? type.superclasses.count : 0))
    } catch {
      expect("\(error)", "it is installed")
    }
    if oracle.installed.count > 24 { remove() }
  }

  private mutating func remove() {
    guard !oracle.installed.isEmpty else { return }
    let index = generator.below(oracle.installed.count)
    let advice = oracle.installed.remove(at: index).advice
    let token = tokens.removeValue(forKey: advice.id)!
    begin("remove \(advice.id)")
    expect("\(token.isInstalled)", "true")
    if generator.once(in: 2) {
      expect("\(ExtensionRegistry.removeAdvice(named: advice.name))", "true")
    } else {
      expect("\(Result { try token.remove() })", "success(true)")
    }
    expect("\(token.isInstalled)", "false")
    if generator.once(in: 8) { expect("\(Result { try token.remove() })", "success(false)") }
  }

  /// Blocks an extension or a class of advice, or takes that back.
  private mutating func toggle(_ name: String) {
    // Somebody has to answer.
    if World.needed.contains(name) { return }
    begin("toggle \(name)")
    if oracle.blocked.contains(name) {
      oracle.unblock(name)
      do {
        try ExtensionRegistry.unblock(name, allowingConflicts: true)
      } catch {
        expect("\(error)", "\(name) is unblocked")
      }
    } else {
      oracle.block(name)
      ExtensionRegistry.block(name)
    }
  }

  /// Takes the plug-in's extensions out, or in again.
  private mutating func changePlugin() {
    guard let plugin else { return }
    let isThere = !oracle.hasPlugin
    let isLoaded = isThere && generator.once(in: 2)
    begin(
      isThere ? isLoaded ? "load the plug-in" : "reinstate the plug-in" : "withdraw the plug-in")
    do {
      if isLoaded {
        try plugin.load()
      } else if isThere {
        try plugin.reinstate()
      } else {
        try plugin.withdraw()
      }
    } catch {
      expect("\(error)", "it is done")
    }
    oracle.setPlugin(isThere: isThere)
  }

  mutating func traced(_ body: (inout Machine) async -> Void) async {
    await Trace.$current.withValue(trace) { await body(&self) }
  }
}

func writeLine(_ text: String) {
  print(text)
  fflush(nil)
}
