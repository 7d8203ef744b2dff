// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Chronicle {
  func tell()
  func size()
}

/// What ran, and the changes to make once a number of notes were made.
private final class Trail: Sendable {
  private struct State {
    var notes: [String] = []
    var plan: [Int: [AdviceHistoryModel.Change]] = [:]
  }

  static let current = Trail()
  private let state = Mutex(State())

  func begin(_ plan: [Int: [AdviceHistoryModel.Change]]) {
    state.withLock { $0 = State(plan: plan) }
  }

  func note(_ text: String) {
    let due = state.withLock { state in
      state.notes.append(text)
      return state.plan.removeValue(forKey: state.notes.count) ?? []
    }
    for change in due { ChangedProgram.current.make(change) }
  }

  var notes: [String] { state.withLock { $0.notes } }
}

private func noting(_ name: String, _ rest: () -> Void) {
  Trail.current.note("\(name) begins")
  rest()
  Trail.current.note("\(name) ends")
}

@Extension
final class Ground<Subject: Chronicle>: ChronicleExtension<Subject> {
  override func tell(_ subject: Subject) { Trail.current.note("Ground") }
  override func size(_ subject: Subject) { Trail.current.note("Ground size") }
}

/// Calls the other requirement on the subject.
@Extension(priority: 1)
final class Preface<Subject: Chronicle>: ChronicleExtension<Subject> {
  override func tell(_ subject: Subject) {
    Trail.current.note("Preface")
    subject.size()
    super.tell(subject)
  }
}

@Advice(priority: 1)
final class Cover<Subject: Chronicle>: ChronicleExtension<Subject> {
  override func tell(_ subject: Subject) { noting("Cover") { super.tell(subject) } }
}

/// Calls the other requirement behind itself.
@Advice
final class Binding<Subject: Chronicle>: ChronicleExtension<Subject> {
  override func tell(_ subject: Subject) {
    noting("Binding") {
      size(subject)
      super.tell(subject)
    }
  }
}

@Advice
final class Title<Subject: Chronicle>: ChronicleExtension<Subject> {
  override func tell(_ subject: Subject) { noting("Title") { super.tell(subject) } }
  override func size(_ subject: Subject) { noting("Title") { super.size(subject) } }
}

@Advice(priority: -1)
final class Scale<Subject: Chronicle>: ChronicleExtension<Subject> {
  override func size(_ subject: Subject) { noting("Scale") { super.size(subject) } }
}

@Advice(protocols: "GraftTests.Chronicle", requirements: "*")
final class Seal: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    Trail.current.note("Seal begins")
    try proceed()
    Trail.current.note("Seal ends")
  }
}

private final class Tome: Chronicle, Sendable {}

/// Does to this process what the model does to itself.
private final class ChangedProgram: Sendable {
  static let current = ChangedProgram()
  let objects = [Tome(), Tome()]
  private let tokens = Mutex<[Int: AdviceToken]>([:])

  func make(_ change: AdviceHistoryModel.Change) {
    switch change {
    case .install(let advice):
      let token = try! install(advice)
      tokens.withLock { $0[advice.number] = token }
    case .remove(let number):
      let token = tokens.withLock { $0.removeValue(forKey: number) }
      #expect(throws: Never.self) { try token?.remove() }
    case .block(let name): ExtensionRegistry.block("GraftTests.\(name)")
    case .unblock(let name):
      #expect(throws: Never.self) { try ExtensionRegistry.unblock("GraftTests.\(name)") }
    case .call(.tell, let object): objects[object].tell()
    case .call(.size, let object): objects[object].size()
    }
  }

  private func install(_ advice: AdviceHistoryModel.Advice) throws -> AdviceToken {
    let label = "\(advice.kind) \(advice.number)"
    let precedence = AdviceOption.precedence(advice.precedence)
    func install<S>(
      _ point: GeneratedCode.Point<
        Void, Void, @Sendable (S) -> Void, @Sendable (S, () -> Void) -> Void,
        @Sendable (S) -> Void
      >
    ) throws -> AdviceToken {
      switch advice.kind {
      case .before: try point.before(precedence) { Trail.current.note(label) }
      case .after: try point.after(precedence) { Trail.current.note(label) }
      case .around: try point.around(precedence) { proceed in noting(label) { proceed() } }
      }
    }
    typealias Base = ChronicleExtension<Tome>
    switch (advice.requirement, advice.scope) {
    case (.tell, .every): return try install(ChronicleJoinPoints.everySubject.tell)
    case (.size, .every): return try install(ChronicleJoinPoints.everySubject.size)
    case (.tell, .type): return try install(Base.joinPoints.tell)
    case (.size, .type): return try install(Base.joinPoints.size)
    case (.tell, .object(let object)):
      return try install(Base.joinPoints(of: objects[object]).tell)
    case (.size, .object(let object)):
      return try install(Base.joinPoints(of: objects[object]).size)
    }
  }
}

@Suite("Random changes of advice, also while calls run", .serialized)
struct AdviceHistoryTests {
  private static let names = ["Cover", "Binding", "Title", "Scale", "Seal", "Preface"]

  private static var model: AdviceHistoryModel {
    AdviceHistoryModel(
      classes: [
        .init(name: "Cover", priority: 1, requirements: [.tell]),
        .init(name: "Binding", priority: 0, requirements: [.tell]),
        .init(name: "Title", priority: 0, requirements: [.tell, .size]),
        .init(name: "Scale", priority: -1, requirements: [.size]),
        .init(name: "Seal", priority: 0, requirements: [.tell, .size], isPointcut: true),
      ],
      extensions: [.tell: ["Preface", "Ground"], .size: ["Ground size"]],
      calls: ["Preface": .size, "Binding": .size])
  }

  /// The changes that a program can make next.
  private struct Changes {
    var random: SeededGenerator
    var blocked: Set<String> = []
    var living: [Int] = []
    var count = 0

    mutating func next() -> AdviceHistoryModel.Change {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        count += 1
        living.append(count)
        return .install(
          .init(
            number: count, requirement: .allCases.randomElement(using: &random)!,
            kind: .allCases.randomElement(using: &random)!,
            precedence: Int.random(in: -1...1, using: &random),
            scope: [.every, .type, .object(0), .object(1)].randomElement(using: &random)!))
      case 4..<7 where !living.isEmpty:
        return .remove(living.remove(at: Int.random(in: 0..<living.count, using: &random)))
      default:
        let name = AdviceHistoryTests.names.randomElement(using: &random)!
        return blocked.remove(name) != nil
          ? .unblock(name)
          : {
            _ = blocked.insert(name); return .block(name)
          }()
      }
    }
  }

  @Test("Run what the page says", arguments: 1...40)
  func agree(seed: UInt64) {
    var model = Self.model
    var changes = Changes(random: SeededGenerator(state: seed))
    let program = ChangedProgram.current
    for step in 0..<60 {
      var plan: [Int: [AdviceHistoryModel.Change]] = [:]
      let change = Bool.random(using: &changes.random) ? changes.next() : nil
      if let change {
        model.make(change, plan: [:])
        program.make(change)
      }
      var last = 0
      for _ in 0..<Int.random(in: 0...3, using: &changes.random) {
        last += Int.random(in: 1...4, using: &changes.random)
        plan[last] = [changes.next()]
      }
      let call = AdviceHistoryModel.Change.call(
        .allCases.randomElement(using: &changes.random)!,
        object: Int.random(in: 0...1, using: &changes.random))
      Trail.current.begin(plan)
      program.make(call)
      model.make(call, plan: plan)
      #expect(
        Trail.current.notes == model.notes, "seed \(seed), step \(step): \(call), \(plan)")
      // Some are made after the call.
      let left = plan.keys.sorted().filter { $0 > model.notes.count }.flatMap { plan[$0]! }
      for change in left {
        model.make(change, plan: [:])
        program.make(change)
      }
      if Trail.current.notes != model.notes { break }
    }
    for number in changes.living { program.make(.remove(number)) }
    for name in changes.blocked { program.make(.unblock(name)) }
  }
}
