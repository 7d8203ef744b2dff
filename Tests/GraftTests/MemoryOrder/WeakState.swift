// SPDX-License-Identifier: Apache-2.0

/// Where the threads of a program are, and what they see.
struct WeakState: Hashable {
  private struct Thread: Hashable {
    var step = 0
    var registers = Array(repeating: 0, count: 6)
    var view: WeakMemory.View
  }

  private struct Lock: Hashable {
    var isHeld = false
    /// What its holders knew.
    var view: WeakMemory.View
  }

  private struct Object: Hashable {
    /// How far a thread was when it had written it; nil before.
    var initialised: (thread: Int, clock: UInt8)?
    /// How far each thread was when it used it last.
    var uses: [Int: UInt8] = [:]
    var isFreed = false

    static func == (one: Object, other: Object) -> Bool {
      one.initialised?.thread == other.initialised?.thread
        && one.initialised?.clock == other.initialised?.clock && one.uses == other.uses
        && one.isFreed == other.isFreed
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(initialised?.thread)
      hasher.combine(initialised?.clock)
      hasher.combine(uses)
      hasher.combine(isFreed)
    }
  }

  private var memory: WeakMemory
  private var threads: [Thread]
  private var locks: [Lock]
  private var objects: [Object]
  /// What went wrong.
  private(set) var flaw: String?

  init(_ program: WeakProgram) {
    let count = program.locations.count + program.threads.count
    let view = WeakMemory.View(count: count)
    memory = WeakMemory(program.locations, viewCount: count)
    threads = program.threads.map { _ in Thread(view: view) }
    locks = [Lock(view: view), Lock(view: view)]
    objects = (0..<program.objectCount).map { number in
      Object(initialised: program.initialised.contains(number) ? (0, 0) : nil)
    }
  }

  func successors(in program: WeakProgram) -> [WeakState] {
    threads.indices.flatMap { successors(of: $0, in: program) }
  }

  func flawAtEnd(of program: WeakProgram) -> String? {
    if zip(threads, program.threads).contains(where: { $0.step < $1.count }) {
      return "a thread waits for ever"
    }
    return program.flaw(memory, Set(objects.indices.filter { objects[$0].isFreed }))
  }

  private func successors(of index: Int, in program: WeakProgram) -> [WeakState] {
    let thread = threads[index]
    guard thread.step < program.threads[index].count else { return [] }
    let step = program.threads[index][thread.step]
    switch step {
    case .load(_, let location, _):
      return memory.choices(location(thread.registers), thread.view).map { choice in
        advanced(index) { $0.perform(step, of: index, choice, program) }
      }
    case .compareExchange(_, let location, let expected, _, _):
      let place = location(thread.registers)
      let choices = memory.choices(place, thread.view)
      // It fails by any other value that it may read, and succeeds by the last.
      return choices.compactMap { choice in
        var view = thread.view
        let isExpected =
          memory.read(place, choice, .relaxed, &view) == thread.registers[expected]
        guard !isExpected || choice == choices.upperBound else { return nil }
        return advanced(index) { $0.perform(step, of: index, choice, program) }
      }
    case .lock(let number) where locks[number].isHeld: return []
    default: return [advanced(index) { $0.perform(step, of: index, 0, program) }]
    }
  }

  private func advanced(_ index: Int, _ body: (inout WeakState) -> Void) -> WeakState {
    var next = self
    next.threads[index].step += 1
    body(&next)
    return next
  }

  private mutating func perform(
    _ step: WeakStep, of index: Int, _ choice: Int, _ program: WeakProgram
  ) {
    let registers = threads[index].registers
    switch step {
    case .load(let name, let location, let register):
      threads[index].registers[register] = memory.read(
        location(registers), choice, program.orders[name]!, &threads[index].view)
    case .store(let name, let location, let value):
      memory.write(
        location(registers), value(registers), program.orders[name]!, &threads[index].view)
    case .change(let name, let location, let register, let change):
      threads[index].registers[register] = memory.change(
        location(registers), program.orders[name]!, &threads[index].view
      ) { change($0, registers) }
    case .compareExchange(let name, let location, let expected, let value, let isExchanged):
      let place = location(registers)
      var view = threads[index].view
      let found = memory.read(place, choice, .relaxed, &view)
      if found == registers[expected] {
        _ = memory.change(place, program.orders[name]!, &threads[index].view) { _ in
          value(registers)
        }
      } else {
        threads[index].view = view
        threads[index].registers[expected] = found
      }
      threads[index].registers[isExchanged] = found == registers[expected] ? 1 : 0
    case .lock(let number):
      locks[number].isHeld = true
      threads[index].view.join(locks[number].view)
    case .unlock(let number):
      locks[number].isHeld = false
      locks[number].view.join(threads[index].view)
    case .jump(let target, let condition):
      if condition(registers) { threads[index].step = target }
    case .set(let register, let value): threads[index].registers[register] = value(registers)
    case .initialise(let object): initialise(object(registers), by: index, program)
    case .use(let object): use(object(registers), by: index, program)
    case .free(let object): free(object(registers), by: index, program)
    case .expect(let what, let condition):
      if !condition(registers) { flaw = what }
    }
  }

  // MARK: Objects

  /// What a thread does next with an object, others know of once they know of this.
  private mutating func tick(_ index: Int, _ program: WeakProgram) -> UInt8 {
    let place = program.locations.count + index
    threads[index].view[place] = threads[index].view[place] + 1
    return threads[index].view[place]
  }

  private func knows(
    _ index: Int, _ clock: UInt8, of other: Int, _ program: WeakProgram
  ) -> Bool {
    other == index || threads[index].view[program.locations.count + other] >= clock
  }

  private mutating func initialise(_ object: Int, by index: Int, _ program: WeakProgram) {
    objects[object].initialised = (index, tick(index, program))
  }

  private mutating func use(_ object: Int, by index: Int, _ program: WeakProgram) {
    guard let (thread, clock) = objects[object].initialised,
      knows(index, clock, of: thread, program)
    else { return flaw = "object \(object) is used before it is written" }
    if objects[object].isFreed { flaw = "object \(object) is used after it is freed" }
    objects[object].uses[index] = tick(index, program)
  }

  private mutating func free(_ object: Int, by index: Int, _ program: WeakProgram) {
    if objects[object].isFreed { flaw = "object \(object) is freed twice" }
    if objects[object].uses.contains(where: { !knows(index, $1, of: $0, program) }) {
      flaw = "object \(object) is freed while it may be in use"
    }
    objects[object].isFreed = true
  }
}
