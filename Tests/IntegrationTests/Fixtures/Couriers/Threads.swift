import CouriersAPI
import Glibc
import GraftCourier
import Synchronization

/// Some threads call a courier while others add and remove receivers, and let weakly
/// held ones die.
enum Threads {
  private static let isOver = Atomic(false)
  private static let wrong = Atomic(0)
  private static let calls = Atomic(0)
  fileprivate static let made = Atomic(0)
  fileprivate static let gone = Atomic(0)
  private static let courier = CountedCourier()
  private static let changeCount = 2_000

  static func run() throws {
    let lasting = (0..<3).map { _ in Lasting() }
    for receiver in lasting { try courier.receivers.add(receiver) }
    courier.receivers.setPolicy(.reduced { $0 + $1 }, for: CountedCourier.count)
    let callers = (0..<4).map { _ in start(call) }
    let changers = (0..<3).map { number in start { change(number) } }
    for thread in changers { pthread_join(thread, nil) }
    isOver.store(true, ordering: .sequentiallyConsistent)
    for thread in callers { pthread_join(thread, nil) }
    print("wrong: \(wrong.load(ordering: .relaxed))")
    print("called: \(calls.load(ordering: .relaxed) > 0)")
    print("receivers: \(courier.receivers.all.count), \(courier.count())")
    courier.receivers.removeAll()
    print("left: \(made.load(ordering: .relaxed) - gone.load(ordering: .relaxed))")
    extendLifetime(lasting)
  }

  /// One thread asks the registry under the dynamic linker's lock, while another adds
  /// receivers that are values.
  static func walk() throws {
    let walker = start {
      while !isOver.load(ordering: .sequentiallyConsistent) {
        walkImages {
          if !ExtensionRegistry.blocked.isEmpty { fatalError("nothing is blocked") }
          Threads.calls.add(1, ordering: .relaxed)
        }
      }
    }
    while calls.load(ordering: .relaxed) == 0 { usleep(100) }
    let speakers = SpeakerCourier()
    for _ in 0..<5_000 {
      try speakers.receivers.add(Host(), .strongly)
      speakers.receivers.removeAll()
    }
    isOver.store(true, ordering: .sequentiallyConsistent)
    pthread_join(walker, nil)
    print("walked")
  }

  /// Each call reaches the three lasting receivers, whatever the others.
  private static func call() {
    while !isOver.load(ordering: .sequentiallyConsistent) {
      if courier.count() % 1000 != 3 { wrong.add(1, ordering: .relaxed) }
      calls.add(1, ordering: .relaxed)
    }
  }

  private static func change(_ thread: Int) {
    for step in 0..<changeCount {
      let passing = Passing()
      do {
        try courier.receivers.add(
          passing, step % 2 == 0 ? .weakly : .strongly, at: step % 3 == 0 ? .first : .last)
      } catch { fatalError("\(error)") }
      if step % 4 == 1 || step % 4 == 3 { courier.receivers.remove(passing) }
      if step % 16 == 2 { courier.receivers.policy.requiresReceivers.toggle() }
    }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Work(body)).toOpaque())
    return thread
  }
}

@_silgen_name("couriers_walk")
private func walkImages(_ body: @convention(c) () -> Void)

private final class Lasting: Counted {
  func count() -> Int { 1 }
}

private final class Passing: Counted {
  private let number: Int

  init() {
    number = 1000
    Threads.made.add(1, ordering: .relaxed)
  }

  deinit { Threads.gone.add(1, ordering: .relaxed) }

  func count() -> Int { number }
}
