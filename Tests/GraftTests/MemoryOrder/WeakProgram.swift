// SPDX-License-Identifier: Apache-2.0

/// What the threads of a lock-free protocol do, one access at a time.
enum WeakStep: Sendable {
  typealias Registers = [Int]
  typealias Value = @Sendable (Registers) -> Int

  /// Reads a location into a register, in the order of an access of that name.
  case load(String, Value, into: Int)
  case store(String, Value, Value)
  /// Changes a location, with what was there in a register.
  case change(String, Value, into: Int, @Sendable (Int, Registers) -> Int)
  /// The same if a register has what is there; else the register gets that.
  case compareExchange(String, Value, expected: Int, Value, isExchanged: Int)
  case lock(Int)
  case unlock(Int)
  case jump(to: Int, if: @Sendable (Registers) -> Bool)
  case set(Int, Value)
  // What a protocol is for: memory that is written before it is shared, used, and freed.
  case initialise(Value)
  case use(Value)
  case free(Value)
  case expect(String, @Sendable (Registers) -> Bool)
}

/// Some threads with the accesses that they share memory by.
struct WeakProgram: Sendable {
  /// The least order that each access has to have.
  let orders: [String: Order]
  /// What the locations have at first.
  let locations: [Int]
  let objectCount: Int
  /// Those that are there from the beginning.
  var initialised: Set<Int> = []
  let threads: [[WeakStep]]
  /// At the end, of the last values: nil if all is right.
  var flaw: @Sendable (WeakMemory, _ freed: Set<Int>) -> String? = { _, _ in nil }

  /// The same with one access that says a little less.
  var weakened: [(name: String, program: WeakProgram)] {
    orders.sorted { $0.key < $1.key }.flatMap { name, order in
      order.weaker.map { weaker in
        let program = WeakProgram(
          orders: orders.merging([name: weaker]) { $1 }, locations: locations,
          objectCount: objectCount, initialised: initialised, threads: threads, flaw: flaw)
        return ("\(name): \(weaker)", program)
      }
    }
  }

  /// Goes through everything that can happen.
  ///
  /// - Returns: how many states there are, and the first that is wrong.
  func explore() -> (stateCount: Int, flaw: String?) {
    var seen: Set<WeakState> = []
    var open = [WeakState(self)]
    while let state = open.popLast() {
      guard seen.insert(state).inserted else { continue }
      if let flaw = state.flaw { return (seen.count, flaw) }
      let next = state.successors(in: self)
      if next.isEmpty, let flaw = state.flawAtEnd(of: self) { return (seen.count, flaw) }
      open += next
    }
    return (seen.count, nil)
  }
}
