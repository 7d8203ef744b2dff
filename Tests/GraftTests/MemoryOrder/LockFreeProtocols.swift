// SPDX-License-Identifier: Apache-2.0

import Testing

/// What Graft's threads do without a lock. The names are those in the comments beside the code;
/// the orders are the least that do, which may be less than the code asks for.
struct LockFreeProtocol: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let program: WeakProgram

  private init(_ name: String, _ program: WeakProgram) {
    testDescription = name
    self.program = program
  }

  static let all = [cell, table, arrival, courier, counts, list]

  /// What each access has to order, of all that take part in it.
  static var orders: [String: Order] {
    all.reduce(into: [:]) { orders, each in
      orders.merge(each.program.orders) { $0.joined(with: $1) }
    }
  }

  private static func at(_ location: Int) -> WeakStep.Value { { _ in location } }

  // MARK: A cell

  /// `PublishedCells` publishes, empties and publishes again; a call reads key and head.
  static let cell: LockFreeProtocol = {
    let (key, head) = (at(0), at(1))
    func publish(_ link: Int) -> [WeakStep] {
      [
        .initialise { _ in link }, .store("publish head", head) { _ in link },
        .store("publish key", key) { _ in 1 },
      ]
    }
    let registry: [WeakStep] =
      publish(1) + [
        // Other advice: the head changes under a key that is there.
        .initialise { _ in 2 }, .store("publish head", head) { _ in 2 },
        .store("empty key", key) { _ in 0 },
      ] + publish(3)
    let call: [WeakStep] = [
      .load("call key", key, into: 0), .jump(to: 5) { $0[0] != 1 },
      .load("call head", head, into: 1), .expect("a key without a head") { $0[1] != 0 },
      .use { $0[1] },
    ]
    return LockFreeProtocol(
      "cell: key and head",
      WeakProgram(
        orders: [
          "publish head": .release, "publish key": .release, "empty key": .relaxed,
          "call key": .acquire, "call head": .acquire,
        ],
        locations: [0, 0], objectCount: 4, threads: [registry, call, call]))
  }()

  // MARK: A table

  /// Two tables of two slots each; the second follows the first. Table `t` has its keys at
  /// `4 * t` and `4 * t + 2`, and a head behind each.
  static let table: LockFreeProtocol = {
    let tables = at(0)
    func key(_ table: Int, _ slot: Int) -> WeakStep.Value { at(1 + 4 * (table - 1) + 2 * slot) }
    func head(_ table: Int, _ slot: Int) -> WeakStep.Value { at(2 + 4 * (table - 1) + 2 * slot) }
    func fill(_ table: Int, _ slot: Int, link: Int) -> [WeakStep] {
      [
        .store("store head", head(table, slot)) { _ in link },
        .store("show key", key(table, slot)) { _ in 1 },
      ]
    }
    let registry: [WeakStep] =
      [.initialise { _ in 1 }, .initialise { _ in 3 }] + fill(1, 0, link: 3)
      + [.store("publish table", tables) { _ in 1 }]
      // A key that is new to a table which calls are in.
      + [.initialise { _ in 4 }] + fill(1, 1, link: 4)
      // Hidden, and shown with another head.
      + [.store("hide key", key(1, 0)) { _ in 2 }, .initialise { _ in 5 }]
      + fill(1, 0, link: 5)
      + [.initialise { _ in 2 }] + fill(2, 0, link: 5) + fill(2, 1, link: 4)
      + [.store("publish table", tables) { _ in 2 }]
    func call(_ slot: Int) -> [WeakStep] {
      [
        .load("call table", tables, into: 0), .jump(to: 7) { $0[0] == 0 }, .use { $0[0] },
        .load("call table's key", { 1 + 4 * ($0[0] - 1) + 2 * slot }, into: 1),
        .jump(to: 7) { $0[1] != 1 },
        .load("call table's head", { 2 + 4 * ($0[0] - 1) + 2 * slot }, into: 2),
        .use { $0[2] },
      ]
    }
    return LockFreeProtocol(
      "table: slots that are filled, hidden and shown, and a larger table",
      WeakProgram(
        orders: [
          "store head": .release, "show key": .release, "hide key": .relaxed,
          "publish table": .release, "call table": .acquire, "call table's key": .acquire,
          "call table's head": .acquire,
        ],
        locations: Array(repeating: 0, count: 9), objectCount: 6,
        threads: [registry, call(0), call(1)]))
  }()

  // MARK: Publication against arrival

  /// An image arrives while an answer is published that was found without it; then somebody
  /// calls who knows that `dlopen` has returned. Head 1 is without the image, 2 with it.
  static let arrival: LockFreeProtocol = {
    let (images, arrivals, key, head, returned) = (at(0), at(1), at(2), at(3), at(4))
    let (registry, publishing) = (0, 1)
    let loader: [WeakStep] = [
      .initialise { _ in 1 }, .store("append image", images) { _ in 1 },
      .change("count arrival", arrivals, into: 0) { count, _ in count + 1 },
      .lock(publishing), .unlock(publishing), .store("empty key", key) { _ in 0 },
      .store("dlopen returns", returned) { _ in 1 },
    ]
    let resolution: [WeakStep] = [
      .lock(registry), .load("read arrivals", arrivals, into: 0),
      .load("read images", images, into: 1), .jump(to: 5) { $0[1] == 0 }, .use { _ in 1 },
      .unlock(registry), .lock(registry), .lock(publishing),
      .load("compare arrivals", arrivals, into: 2), .jump(to: 12) { $0[2] != $0[0] },
      .store("publish head", head) { 1 + $0[1] }, .store("publish key", key) { _ in 1 },
      .unlock(publishing), .unlock(registry),
    ]
    let call: [WeakStep] = [
      .load("after dlopen", returned, into: 0), .jump(to: 6) { $0[0] == 0 },
      .load("call key", key, into: 1), .jump(to: 6) { $0[1] != 1 },
      .load("call head", head, into: 2),
      .expect("an answer without an image that has arrived") { $0[2] == 2 },
    ]
    return LockFreeProtocol(
      "publication against arrival",
      WeakProgram(
        orders: [
          "append image": .release, "read images": .acquire, "count arrival": .release,
          "read arrivals": .acquire, "compare arrivals": .relaxed, "empty key": .relaxed,
          "publish head": .relaxed, "publish key": .release, "call key": .acquire,
          "call head": .relaxed, "dlopen returns": .release, "after dlopen": .acquire,
        ],
        locations: [0, 0, 0, 0, 0], objectCount: 2, threads: [loader, resolution, call]))
  }()

  // MARK: A courier's word

  /// `ReceiverSlot`: the word has an array and, above it, how many readers came through it;
  /// an array's own count begins at `published`.
  static let courier: LockFreeProtocol = {
    let (oneReader, published) = (16, 8)
    let word = at(0)
    let readers: WeakStep.Value = { $0[0] % oneReader }
    let publication: [WeakStep] = [
      .initialise { _ in 2 }, .change("publish array", word, into: 0) { _, _ in 2 },
      .change("unpublish", readers, into: 1) { $0 + $1[0] / oneReader - published },
      .jump(to: 5) { $0[1] + $0[0] / oneReader != published }, .free { $0[0] % oneReader },
    ]
    let delivery: [WeakStep] = [
      .change("enter", word, into: 0) { word, _ in word + oneReader },
      .use { $0[0] % oneReader }, .load("look at word", word, into: 1),
      // Another array is there by now.
      .jump(to: 7) { $0[1] % oneReader != $0[0] % oneReader },
      .compareExchange("leave", word, expected: 1, { $0[1] - oneReader }, isExchanged: 2),
      .jump(to: 10) { $0[2] == 1 }, .jump(to: 3) { _ in true },
      .change("leave array", readers, into: 3) { count, _ in count - 1 },
      .jump(to: 10) { $0[3] != 1 }, .free { $0[0] % oneReader },
    ]
    return LockFreeProtocol(
      "courier: a word with an array and its readers",
      WeakProgram(
        orders: [
          "publish array": .acquireRelease, "unpublish": .acquireRelease, "enter": .acquire,
          "look at word": .relaxed, "leave": .release, "leave array": .acquireRelease,
        ],
        locations: [1, published, published], objectCount: 3, initialised: [1],
        threads: [publication, delivery, delivery]
      ) { memory, freed in
        freed == [1] && memory.last(0) == 2 && memory.last(2) == published
          ? nil : "the array before is kept, or readers are counted wrongly"
      })
  }()

  // MARK: Counted calls of advice

  /// `graft_advice.h`: a call counts itself in a phase and reads what the slot has; who takes that
  /// out looks at both counters. What they show as busy is left to the last call that leaves.
  static let counts: LockFreeProtocol = {
    let (slot, phase, waited) = (at(0), at(3), at(4))
    let counter: WeakStep.Value = { 1 + $0[0] }
    /// Looks at the counters whose bits register 4 has, from the step of a number on.
    func look(_ start: Int) -> [WeakStep] {
      [
        .jump(to: start + 2) { $0[4] & 1 == 0 },
        .change("look", at(1), into: 1) { count, _ in count },
        .jump(to: start + 4) { $0[4] & 2 == 0 },
        .change("look", at(2), into: 2) { count, _ in count },
        .set(4) { ($0[1] == 0 ? 0 : $0[4] & 1) | ($0[2] == 0 ? 0 : $0[4] & 2) },
        .store("wait", waited) { $0[4] }, .jump(to: start + 9) { $0[4] == 0 },
        .store("change phase", phase) { $0[4] & 1 }, .jump(to: start + 10) { _ in true },
        .free { _ in 1 }, .unlock(0),
      ]
    }
    let call: [WeakStep] =
      [
        .load("read phase", phase, into: 0),
        .change("count call", counter, into: 3) { count, _ in count + 1 },
        .load("call body", slot, into: 5), .use { $0[5] },
        .change("uncount call", counter, into: 3) { count, _ in count - 1 },
        .jump(to: 23) { $0[3] != 1 },
        .load("see wait", waited, into: 4), .jump(to: 23) { $0[4] & 1 << $0[0] == 0 }, .lock(0),
        .set(1) { _ in 0 }, .load("see wait", waited, into: 4), .jump(to: 22) { $0[4] == 0 },
      ] + look(12)
    let removal: [WeakStep] =
      [
        .lock(0), .initialise { _ in 2 }, .change("exchange body", slot, into: 0) { _, _ in 2 },
        .set(4) { _ in 3 }, .store("wait", waited) { $0[4] },
      ] + look(5)
    return LockFreeProtocol(
      "advice: counted calls, and what is released when they have left",
      WeakProgram(
        orders: [
          "read phase": .relaxed, "change phase": .relaxed, "count call": .acquire,
          "call body": .acquire, "exchange body": .release, "uncount call": .acquireRelease,
          "see wait": .relaxed, "wait": .relaxed, "look": .acquireRelease,
        ],
        locations: [1, 0, 0, 0, 0], objectCount: 3, initialised: [1],
        threads: [call, call, removal]
      ) { memory, freed in
        freed == [1] && memory.last(1) == 0 && memory.last(2) == 0
          ? nil : "the removed body is kept, or calls are counted wrongly"
      })
  }()

  // MARK: Lists that only grow

  /// `OwnMember` and the cells that the loader empties: who adds an entry puts it before the
  /// others.
  static let list: LockFreeProtocol = {
    let first = at(0)
    func addition(_ entry: Int) -> [WeakStep] {
      [
        .initialise { _ in entry }, .load("before adding", first, into: 0),
        .store("next entry", at(entry)) { $0[0] },
        .compareExchange("add entry", first, expected: 0, { _ in entry }, isExchanged: 1),
        .jump(to: 1) { $0[1] == 0 },
      ]
    }
    let walk: [WeakStep] = [
      .load("first entry", first, into: 0), .jump(to: 5) { $0[0] == 0 }, .use { $0[0] },
      .load("next entry", { $0[0] }, into: 0), .jump(to: 1) { _ in true },
    ]
    return LockFreeProtocol(
      "lists that only grow",
      WeakProgram(
        orders: [
          "before adding": .relaxed, "next entry": .relaxed, "add entry": .release,
          "first entry": .acquire,
        ],
        locations: [0, 0, 0], objectCount: 3, threads: [addition(1), addition(2), walk]))
  }()
}
