// SPDX-License-Identifier: Apache-2.0

import Glibc
import Graft
import RandomProtocols

/// Does what the generator says, and compares with the oracle.
struct Machine {
  struct Settings: Sendable {
    var seed: UInt64 = 1
    /// Requirements that are called and advised.
    var requirements = Requirement.allCases
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
  private let firstID: Int

  init(_ settings: Settings, _ subjects: [Subject], like other: Machine? = nil, firstID: Int = 0) {
    if let other { oracle.blocked = other.oracle.blocked }
    self.settings = settings
    self.subjects = subjects
    self.firstID = firstID
    var types: [SubjectType] = []
    for subject in subjects where !types.contains(where: { $0 === subject.type }) {
      types.append(subject.type)
    }
    self.types = types
    generator = Generator(seed: settings.seed)
  }

  /// Blocks the classes of advice, which each call would have otherwise.
  mutating func begin() {
    for name in ["CallLog", "Curt", "Polite"] { toggle("RandomExtensions." + name) }
  }

  mutating func run(steps: Int, onlySynchronous: Bool = false) async {
    for _ in 0..<steps { await runStep(onlySynchronous) }
  }

  private mutating func runStep(_ onlySynchronous: Bool) async {
    step += 1
    if step % 500 == 1 {
      focus = (generator.element(of: settings.requirements), generator.below(subjects.count))
    }
    switch generator.below(4000) {
    case 0..<3850: await call(onlySynchronous)
    case 3850..<3935: install()
    case 3935..<3999: remove()
    default:
      if !settings.isOneOfSeveral {
        toggle(generator.element(of: Oracle.Link.all.map(\.name) + ["RandomExtensions.CallLog"]))
      }
    }
  }

  private mutating func requirement() -> Requirement {
    generator.once(in: 3) ? generator.element(of: settings.requirements) : focus.requirement
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
          + " \(advice.form) \(advice.behaviour) \(advice.precedence) once: \(advice.isOnce)")
    }
    writeLine("blocked: \(oracle.blocked.sorted())")
  }
}

// The steps.
extension Machine {
  private mutating func call(_ onlySynchronous: Bool) async {
    var requirement = requirement()
    if onlySynchronous, requirement.isAsync { requirement = .plain }
    let subject = subject()
    let references = subject.references.filter { reference in
      !settings.without.contains { reference.name.hasSuffix($0) }
    }
    let reference = generator.element(of: references)
    var text = generator.once(in: 2) ? "t\(step)" : "a text that is not stored in line \(step)"
    if generator.once(in: 4) { text = "!" + text }
    begin("\(requirement) of \(subject.number) \(subject.type.name), \(reference.name), \(text)")
    trace.text = ""
    var found =
      requirement.isAsync
      ? await reference.callLater(requirement, text) : reference.call(requirement, text)
    found += "|" + trace.text
    let expected = Prediction.call(requirement, text, on: subject, by: &oracle)
    expect(found, expected, subject)
    callCount += 1
    for one in oracle.installed where !one.isThere {
      expect("\(tokens[one.advice.id]!.isInstalled)", "false")
      tokens[one.advice.id] = nil
    }
    oracle.installed.removeAll { !$0.isThere }
  }

  private mutating func install() {
    advised += 1
    let requirement = requirement()
    let subject = subject()
    let kind: AdviceKind = generator.element(of: [.before, .after, .around])
    let advice = Advice(
      id: firstID + advised, requirement: requirement, kind: kind,
      form: generator.element(of: Advice.Form.allCases),
      behaviour: generator.element(of: Advice.Behaviour.allCases + [.plain, .plain]),
      precedence: generator.once(in: 3) ? generator.below(3) - 1 : 0,
      isOnce: generator.once(in: 6))
    var scopes: [Advice.Scope] = [.type]
    if !settings.isOneOfSeveral { scopes.append(.everySubject) }
    // No object is in a call of what is static.
    if subject.type.isClass {
      scopes += requirement == .kind ? [.subclasses] : [.subclasses, .object]
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
        + " \(advice.form) \(advice.behaviour) \(advice.precedence) once: \(advice.isOnce)")
    do {
      let target: String
      let token: AdviceToken
      switch scope {
      case .everySubject:
        target = ""
        token = try installAdvice(advice, at: SpeakerJoinPoints.everySubject) { $0.number }
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
          advice, scope, target: target,
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
    if name.hasSuffix(".Fallback") { return }
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

  mutating func traced(_ body: (inout Machine) async -> Void) async {
    await Trace.$current.withValue(trace) { await body(&self) }
  }
}

func writeLine(_ text: String) {
  print(text)
  fflush(nil)
}
