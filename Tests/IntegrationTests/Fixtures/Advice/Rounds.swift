import AdviceAPI
import Glibc
import Graft
import Synchronization

@_silgen_name("allocated_byte_count")
private func allocatedByteCount() -> Int

/// Advice that comes and goes in any order, round after round.
enum Rounds {
  /// As many installed at a time; in each round one of them is removed and another installed.
  static func run(_ roundCount: Int, installed: Int) throws {
    let points = CountedExtension<Value>.joinPoints
    var random = Random(state: UInt64(installed))
    var tokens: [(token: AdviceToken, amount: Int)] = []
    func install(_ round: Int) throws {
      let amount = round % 7
      let token =
        switch round % 3 {
        case 0: try points.count.before { _, _ in _ = amount }
        case 1: try points.count.after { _, _, _ in _ = amount }
        default: try points.count.around { _, number, proceed in proceed(number) + amount }
        }
      tokens.append((token, round % 3 == 2 ? amount : 0))
    }
    for round in 0..<installed { try install(round) }
    var start = 0
    for round in 0..<roundCount {
      let index = Int(random.next() % UInt64(installed))
      tokens.swapAt(index, installed - 1)
      try tokens.removeLast().token.remove()
      try install(Int(random.next() % 21))
      if round % 64 == 0 {
        let expected = tokens.reduce(1) { $0 + $1.amount }
        precondition(Value().count(1) == expected)
      }
      if round == roundCount / 10 { start = allocatedByteCount() }
    }
    let grown = allocatedByteCount() - start
    print("rounds: \(roundCount)")
    print("grown: \(grown < 1 << 16 ? "no" : "\(grown) bytes")")
  }

  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }
}

/// Advice whose captures are counted, installed and removed while threads call it.
enum Captures {
  private final class Captured: Sendable {
    static let alive = Atomic(0)
    init() { Self.alive.add(1, ordering: .relaxed) }
    deinit { Self.alive.subtract(1, ordering: .relaxed) }
    func value() -> Int { 1 }
  }

  private static let isOver = Atomic(false)

  static func run(_ count: Int) throws {
    let points = CountedExtension<Value>.joinPoints
    let callers = (0..<8).map { _ in
      Threads.start {
        while !isOver.load(ordering: .relaxed) { precondition([1, 2].contains(Value().count(1))) }
      }
    }
    for round in 0..<count {
      let captured = Captured()
      let token =
        switch round % 3 {
        case 0: try points.count.before { _, _ in precondition(captured.value() == 1) }
        case 1: try points.count.after { _, _, _ in precondition(captured.value() == 1) }
        default:
          try points.count.around { _, number, proceed in proceed(number) + captured.value() }
        }
      try token.remove()
    }
    isOver.store(true, ordering: .relaxed)
    for caller in callers { pthread_join(caller, nil) }
    print("alive: \(Captured.alive.load(ordering: .relaxed))")
  }
}

/// Advice of single objects, many of them, called on a small stack.
enum Objects {
  static func run() throws {
    let count = 2000
    var objects = (0..<count).map { _ in Base() }
    let stranger = Base()
    var tokens: [AdviceToken] = []
    for (index, object) in objects.enumerated() {
      tokens.append(
        try CountedExtension<Base>.joinPoints(of: object).count.around { _, number, proceed in
          proceed(number) + index
        })
    }
    let thread = Threads.start(stackSize: 64 << 10) { [objects] in
      precondition(stranger.count(1) == 1)
      for (index, object) in objects.enumerated() { precondition(object.count(1) == 1 + index) }
    }
    pthread_join(thread, nil)
    print("called: \(count)")
    // What lives on keeps its own; what dies leaves nothing behind.
    objects.removeFirst(count / 2)
    for (index, object) in objects.enumerated() {
      precondition(object.count(1) == 1 + count / 2 + index)
    }
    print("installed: \(tokens.count { $0.isInstalled })")
    // Those of the dead say so.
    var deadCount = 0
    for token in tokens {
      do { try token.remove() } catch { deadCount += 1 }
    }
    print("dead: \(deadCount)")
    for object in objects { precondition(object.count(1) == 1) }
    print("left: \(tokens.count { $0.isInstalled })")
  }
}

/// Threads that make advised calls while they end.
enum Exits {
  nonisolated(unsafe) private static var key = pthread_key_t()

  static func run() throws {
    let points = CountedExtension<Value>.joinPoints
    pthread_key_create(&key) { round in
      precondition(Value().count(1) == 1001)
      let next = Int(bitPattern: round) + 1
      // In each round that there is, the last one included.
      pthread_setspecific(Exits.key, UnsafeRawPointer(bitPattern: next))
    }
    for _ in 0..<200 {
      let token = try points.count.around { _, number, proceed in proceed(number) + 1000 }
      let threads = (0..<4).map { _ in
        Threads.start {
          pthread_setspecific(Exits.key, UnsafeRawPointer(bitPattern: 1))
          precondition(Value().count(1) == 1001)
        }
      }
      for thread in threads { pthread_join(thread, nil) }
      try token.remove()
      precondition(Value().count(1) == 1)
    }
    print("ended: 800")
  }
}
