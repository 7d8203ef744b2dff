// SPDX-License-Identifier: Apache-2.0

import GraftCourier
import Testing

@Courier
private protocol Answering: AnyObject {
  func note(_ number: Int) -> Int?
  func pass(_ slots: inout [Int])
  func risk(_ number: Int) throws -> Int
}

@Courier
private protocol Telling: Answering {
  func tell(_ number: Int) -> Int?
}

/// What happens to couriers that are one another's receivers and share others.
///
/// Slots 0 to 3 are couriers, the others are receivers only; the odd ones conform to `Telling`.
private indirect enum Step {
  enum Place { case none, first, last, before(Int), after(Int) }
  enum Choice: CaseIterable { case last, first, firstNonNil, sum }

  case add(Int, to: Int, ReceiverHold?, Place)
  case remove(Int, from: Int)
  case removeAll(Int)
  /// Gives the program's reference to a slot's object up.
  case drop(Int)
  /// Makes a new object for a slot.
  case make(Int)
  case choose(Int, Choice)
  case setPolicy(Int, CourierPolicy)
  case list(Int)
  /// A call, in which each of the first receivers that it reaches makes a step.
  case call(Int, Requirement, Int, [Step])

  enum Requirement: CaseIterable { case note, pass, risk, tell }

  static let couriers = 0..<4
  static let slots = 0..<9

  static func isTelling(_ slot: Int) -> Bool { slot % 2 == 1 }

  static func random(_ random: inout Numbers, depth: Int = 0) -> Step {
    let (courier, slot) = (random.one(of: couriers), random.one(of: slots))
    switch random.below(20) {
    case 0..<7:
      let places: [Place] = [
        .none, .none, .first, .last, .before(random.one(of: slots)), .after(random.one(of: slots)),
      ]
      return .add(
        slot, to: courier, random.one(of: [nil, .weakly, .strongly]), random.one(of: places))
    case 7: return .remove(slot, from: courier)
    case 8: return random.below(3) == 0 ? .removeAll(courier) : .list(courier)
    case 9: return .drop(slot)
    case 10, 11: return .make(slot)
    case 12: return .choose(courier, random.one(of: Choice.allCases))
    case 13:
      return .setPolicy(
        courier,
        CourierPolicy(
          results: random.one(of: [.last, .first, .firstNonNil]),
          errors: random.one(of: [.stop, .collect])))
    default:
      let steps = (0..<random.below(depth == 2 ? 1 : 3)).map { _ in
        Step.random(&random, depth: depth + 1)
      }
      return .call(
        courier, random.one(of: Requirement.allCases), random.below(12), steps)
    }
  }
}

/// The same numbers in each run (SplitMix64).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func one<Element>(of elements: some Collection<Element>) -> Element {
    elements.randomElement(using: &self)!
  }
}

/// An error of a receiver.
private struct Refused: Error { let slot: Int }

/// The errors of several receivers, in the model.
private struct Several: Error { let errors: [any Error] }

/// The answers of receivers, of which some are nil and some are errors.
private enum Answer {
  static func note(_ slot: Int, _ number: Int) -> Int? {
    (slot + number) % 3 == 0 ? nil : 10 * number + slot
  }

  static func risk(_ slot: Int, _ number: Int) throws -> Int {
    if (slot + number) % 4 == 0 { throw Refused(slot: slot) }
    return 100 * number + slot
  }
}

/// Texts of errors.
private func text(_ error: any Error) -> String {
  switch error {
  case let refused as Refused: "refused \(refused.slot)"
  case let failures as ReceiverFailures: "\(failures.errors.map(text))"
  case let several as Several: "\(several.errors.map(text))"
  case CourierError.endless: "endless"
  case CourierError.unknownPlace: "unknown place"
  case CourierError.unanswered: "unanswered"
  default: "\(error)"
  }
}

// MARK: - The program

/// Couriers, receivers, and the steps to come.
private final class World {
  private var objects: [AnyObject?] = Array(repeating: nil, count: Step.slots.count)
  private var steps: [Step] = []
  private(set) var log: [String] = []

  func called(_ slot: Int, _ call: String) {
    log.append("\(slot) \(call)")
    if let step = steps.popLast() { perform(step) }
  }

  private func receivers(_ slot: Int) -> CourierReceivers<Any>? {
    (objects[slot] as? AnsweringCourier)?.receivers
      ?? (objects[slot] as? TellingCourier)?.receivers
  }

  func perform(_ step: Step) {
    switch step {
    case .add(let slot, let courier, let hold, let place):
      guard let receivers = receivers(courier), let object = objects[slot] else { return }
      do {
        try receivers.add(object, hold, at: self.place(place))
        log.append("added")
      } catch { log.append(text(error)) }
    case .remove(let slot, let courier):
      guard let receivers = receivers(courier), let object = objects[slot] else { return }
      log.append("\(receivers.contains(object)) \(receivers.remove(object))")
    case .removeAll(let courier): receivers(courier)?.removeAll()
    case .drop(let slot): objects[slot] = nil
    case .make(let slot): objects[slot] = made(slot)
    case .choose(let courier, let choice):
      receivers(courier).map { choose(choice, $0) }
    case .setPolicy(let courier, let policy): receivers(courier)?.policy = policy
    case .list(let courier):
      guard let receivers = receivers(courier) else { return }
      let tellers = receivers(of: TellingCourier.tell)
      log.append("\(receivers.all.map { number($0) }) \(tellers.map { number($0) })")
    case .call(let slot, let requirement, let number, let steps):
      guard let courier = objects[slot] as? any Answering else { return }
      if requirement == .tell && !Step.isTelling(slot) { return }
      let before = self.steps
      self.steps = steps
      log.append(call(courier, requirement, number))
      self.steps = before
    }
  }

  private func made(_ slot: Int) -> AnyObject {
    guard Step.couriers.contains(slot) else {
      return Step.isTelling(slot) ? Teller(slot, self) : Answerer(slot, self)
    }
    if Step.isTelling(slot) {
      let courier = TellingCourier()
      choose(.last, courier.receivers)
      return courier
    }
    let courier = AnsweringCourier()
    choose(.last, courier.receivers)
    return courier
  }

  private func choose(_ choice: Step.Choice, _ receivers: CourierReceivers<Any>) {
    let policy: ResultPolicy<Int?> =
      switch choice {
      case .last: .last.orElse(-1)
      case .first: .first.orElse(-2)
      case .firstNonNil: .firstNonNil().orElse(nil)
      case .sum: .reduced { ($0 ?? 0) + ($1 ?? 0) }.orElse(-4)
      }
    receivers.setPolicy(policy, for: AnsweringCourier.note)
    receivers.setPolicy(policy, for: TellingCourier.tell)
  }

  private func place(_ place: Step.Place) -> ReceiverPlace? {
    switch place {
    case .none: nil
    case .first: .first
    case .last: .last
    case .before(let slot): objects[slot].map { .before($0) }
    case .after(let slot): objects[slot].map { .after($0) }
    }
  }

  /// The slot of an object; -1 if it has no more.
  private func number(_ object: Any) -> Int {
    objects.firstIndex { $0 === object as AnyObject } ?? -1
  }

  private func call(
    _ courier: any Answering, _ requirement: Step.Requirement, _ number: Int
  ) -> String {
    switch requirement {
    case .note: return "\(String(describing: courier.note(number)))"
    case .tell: return "\(String(describing: (courier as! any Telling).tell(number)))"
    case .pass:
      var slots: [Int] = []
      courier.pass(&slots)
      return "\(slots)"
    case .risk:
      do { return "\(try courier.risk(number))" } catch { return text(error) }
    }
  }
}

private class Answerer: Answering {
  let slot: Int
  unowned let world: World

  init(_ slot: Int, _ world: World) { (self.slot, self.world) = (slot, world) }

  func note(_ number: Int) -> Int? {
    world.called(slot, "note")
    return Answer.note(slot, number)
  }

  func pass(_ slots: inout [Int]) {
    slots.append(slot)
    world.called(slot, "pass")
  }

  func risk(_ number: Int) throws -> Int {
    world.called(slot, "risk")
    return try Answer.risk(slot, number)
  }
}

private final class Teller: Answerer, Telling {
  func tell(_ number: Int) -> Int? {
    world.called(slot, "tell")
    return Answer.note(slot, number)
  }
}

// MARK: - The model

/// The page about couriers, as lists and a search for what is alive.
private struct Model {
  /// An object of a slot; each that is made has a number of its own.
  private struct Node: Hashable {
    let slot: Int
    let number: Int
  }

  private struct Entry {
    let node: Node
    var isStrong: Bool
  }

  private struct Courier {
    var entries: [Entry] = []
    var choice = Step.Choice.last
    var policy = CourierPolicy()
  }

  private var nodes: [Node?] = Array(repeating: nil, count: Step.slots.count)
  private var madeCount = 0
  private var couriers: [Node: Courier] = [:]
  /// What calls under way keep: those that are called, and the receivers when a call began.
  private var called: [Node] = []
  private var delivering: [[Entry]] = []
  private var steps: [Step] = []
  private(set) var log: [String] = []

  private var alive: Set<Node> {
    var rest = nodes.compactMap(\.self) + called
    rest += delivering.joined().filter(\.isStrong).map(\.node)
    var found: Set<Node> = []
    while let node = rest.popLast() {
      guard found.insert(node).inserted else { continue }
      rest += couriers[node]?.entries.filter(\.isStrong).map(\.node) ?? []
    }
    return found
  }

  private func entries(of node: Node) -> [Entry] {
    let alive = alive
    return couriers[node]?.entries.filter { alive.contains($0.node) } ?? []
  }

  private func courier(_ slot: Int) -> Node? {
    Step.couriers.contains(slot) ? nodes[slot] : nil
  }

  mutating func perform(_ step: Step) {
    switch step {
    case .add(let slot, let courier, let hold, let place):
      guard let courier = self.courier(courier), let node = nodes[slot] else { return }
      log.append(add(node, to: courier, hold, place))
    case .remove(let slot, let courier):
      guard let courier = self.courier(courier), let node = nodes[slot] else { return }
      let isThere = couriers[courier]!.entries.contains { $0.node == node }
      couriers[courier]!.entries.removeAll { $0.node == node }
      log.append("\(isThere) \(isThere)")
    case .removeAll(let courier): self.courier(courier).map { couriers[$0]!.entries = [] }
    case .drop(let slot): nodes[slot] = nil
    case .make(let slot):
      madeCount += 1
      let node = Node(slot: slot, number: madeCount)
      if Step.couriers.contains(slot) { couriers[node] = Courier() }
      nodes[slot] = node
    case .choose(let courier, let choice):
      self.courier(courier).map { couriers[$0]!.choice = choice }
    case .setPolicy(let courier, let policy):
      self.courier(courier).map { couriers[$0]!.policy = policy }
    case .list(let courier):
      guard let courier = self.courier(courier) else { return }
      let all = entries(of: courier).map(\.node)
      let slots = [all, all.filter { Step.isTelling($0.slot) }].map { some in
        some.map { nodes[$0.slot] == $0 ? $0.slot : -1 }
      }
      log.append("\(slots[0]) \(slots[1])")
    case .call(let slot, let requirement, let number, let steps):
      guard let node = nodes[slot], Step.couriers.contains(slot),
        requirement != .tell || Step.isTelling(slot)
      else { return }
      let before = self.steps
      self.steps = steps
      var slots: [Int] = []
      let outcome = Result { try call(node, requirement, number, &slots) }
      switch (requirement, outcome) {
      case (.pass, _): log.append("\(slots)")
      case (.risk, .success(let result)): log.append("\(result!)")
      case (_, .success(let result)): log.append("\(String(describing: result))")
      case (_, .failure(let error)): log.append(text(error))
      }
      self.steps = before
    }
  }

  private mutating func add(
    _ node: Node, to courier: Node, _ hold: ReceiverHold?, _ place: Step.Place
  ) -> String {
    if reaches(courier, from: node) { return "endless" }
    var entries = entries(of: courier)
    let present = entries.firstIndex { $0.node == node }
    let wasStrong = present.map { entries[$0].isStrong } ?? false
    let added = Entry(node: node, isStrong: hold.map { $0 == .strongly } ?? wasStrong)
    var other: Node?
    if case .before(let slot) = place { other = nodes[slot] }
    if case .after(let slot) = place { other = nodes[slot] }
    if let other, other == node || !entries.contains(where: { $0.node == other }) {
      return "unknown place"
    }
    var isLast = true
    if case .none = place { isLast = present == nil }
    // A place beside an object that there is not is none.
    if case .before = place, other == nil { isLast = present == nil }
    if case .after = place, other == nil { isLast = present == nil }
    if let present, !isLast {
      entries[present] = added
    } else {
      if let present { entries.remove(at: present) }
      var index = entries.endIndex
      if case .first = place { index = 0 }
      if let other {
        index = entries.firstIndex { $0.node == other }!
        if case .after = place { index += 1 }
      }
      entries.insert(added, at: index)
    }
    couriers[courier]!.entries = entries
    return "added"
  }

  private func reaches(_ courier: Node, from node: Node) -> Bool {
    node == courier || entries(of: node).contains { reaches(courier, from: $0.node) }
  }

  /// The result of a receiver, or of a courier's call.
  private mutating func call(
    _ node: Node, _ requirement: Step.Requirement, _ number: Int, _ slots: inout [Int]
  ) throws -> Int? {
    called.append(node)
    defer { called.removeLast() }
    guard let courier = couriers[node] else {
      if requirement == .pass { slots.append(node.slot) }
      log.append("\(node.slot) \(requirement)")
      if let step = steps.popLast() { perform(step) }
      return requirement == .risk
        ? try Answer.risk(node.slot, number) : Answer.note(node.slot, number)
    }
    let entries = entries(of: node)
    delivering.append(entries)
    defer { delivering.removeLast() }
    var (results, errors): ([Int?], [any Error]) = ([], [])
    for entry in entries where requirement != .tell || Step.isTelling(entry.node.slot) {
      guard alive.contains(entry.node) else { continue }
      do { results.append(try call(entry.node, requirement, number, &slots)) } catch {
        if courier.policy.errors == .stop { throw error }
        errors.append(error)
      }
    }
    if !errors.isEmpty { throw Several(errors: errors) }
    if requirement == .risk {
      guard let last = results.last else {
        throw CourierError.unanswered(requirement: "", courier: "", receiverCount: 0)
      }
      return courier.policy.results == .last ? last : results[0]
    }
    switch courier.choice {
    case .last: return results.last ?? -1
    case .first: return results.first ?? -2
    case .firstNonNil: return results.first { $0 != nil } ?? nil
    case .sum:
      guard let first = results.first else { return -4 }
      return results.dropFirst().reduce(first) { ($0 ?? 0) + ($1 ?? 0) }
    }
  }
}

@Suite("Histories of couriers")
struct CourierHistoryTests {
  @Test("Calls reach those that lists say, in their order, whatever happens in between")
  func histories() {
    for seed in 0..<400 {
      var (random, model) = (Numbers(state: UInt64(seed)), Model())
      let world = World()
      // Receivers do not keep it alive.
      defer { extendLifetime(world) }
      for slot in Step.slots {
        world.perform(.make(slot))
        model.perform(.make(slot))
      }
      for number in 0..<60 {
        let step = Step.random(&random)
        world.perform(step)
        model.perform(step)
        guard world.log == model.log else {
          let same = zip(world.log, model.log).prefix { $0 == $1 }.count
          let (found, expected) = (world.log.dropFirst(same), model.log.dropFirst(same))
          Issue.record("seed \(seed), step \(number), \(step): \(found) is not \(expected)")
          return
        }
      }
    }
  }
}
