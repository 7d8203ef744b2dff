import AdviceAPI
import Glibc
import Graft
import Synchronization

@Extension
final class Counting<Subject: Counted>: CountedExtension<Subject> {
  override func count(_ subject: Subject, _ number: Int) -> Int { number }
  override func check(_ subject: Subject, _ number: Int) throws(Refusal) -> Int {
    if number == 0 { throw Refusal() }
    return number
  }
}

struct Value: Counted {}
class Base: Counted, @unchecked Sendable {}
final class Derived: Base, @unchecked Sendable {}

/// Some threads call while others install and remove advice, and one lets a plug-in with
/// advice come and go.
enum Threads {
  private static let isOver = Atomic(false)
  private static let wrong = Atomic(0)
  private static let calls = Atomic(0)
  private static let onces = Atomic(0)
  private static let ran = Atomic(0)
  fileprivate static let made = Atomic(0)
  fileprivate static let gone = Atomic(0)
  private static let base = Base()
  private static let derived = Derived()
  private static let changeCount = 300

  static func run(plugin: String) throws {
    let image = try ExtensionImage.load(plugin).images[0]
    let callers = (0..<3).map { _ in start(call) }
    let changers = [start(change), start(change), start { comeAndGo(image) }]
    for thread in changers { pthread_join(thread, nil) }
    isOver.store(true, ordering: .sequentiallyConsistent)
    for thread in callers { pthread_join(thread, nil) }
    // What was to run once and has not been reached.
    _ = Value().count(1)
    print("wrong: \(wrong.load(ordering: .relaxed))")
    print("called: \(calls.load(ordering: .relaxed) > 0)")
    print("once: \(onces.load(ordering: .relaxed) - ran.load(ordering: .relaxed))")
    print("installed: \(ExtensionRegistry.advice.count)")
    print("left: \(made.load(ordering: .relaxed) - gone.load(ordering: .relaxed))")
  }

  /// Whatever advice there is adds thousands.
  private static func call() {
    while !isOver.load(ordering: .sequentiallyConsistent) {
      let results = [
        Value().count(1), base.count(1), derived.count(1), (try? Value().check(1)) ?? 0,
        (try? base.check(0)) ?? 1,
      ]
      if results.contains(where: { $0 % 1000 != 1 }) { wrong.add(1, ordering: .relaxed) }
      calls.add(1, ordering: .relaxed)
    }
  }

  private static func change() {
    for step in 0..<changeCount {
      do { try change(step) } catch { fatalError("\(error)") }
    }
  }

  private static func change(_ step: Int) throws {
    let captured = Captured()
    let points = CountedExtension<Value>.joinPoints
    var tokens = [
      try points.count.around { _, number, proceed in proceed(number) + captured.thousand },
      try points.count.before { _, _ in captured.use() },
      try points.check.around { _, number, proceed in
        proceed(number).map { $0 + captured.thousand }
      },
      try CountedExtension<Base>.joinPointsWithSubclasses.count.after { captured.use() },
      try CountedExtension<Base>.joinPoints(of: base).count.around { proceed in
        proceed() + captured.thousand
      },
      try CountedJoinPoints.everySubject.check.before { captured.use() },
    ]
    onces.add(1, ordering: .relaxed)
    try points.count.before(.once) {
      captured.use()
      ran.add(1, ordering: .relaxed)
    }
    if step % 2 == 0 { tokens.reverse() }
    for token in tokens where try !token.remove() { wrong.add(1, ordering: .relaxed) }
  }

  private static func comeAndGo(_ image: ExtensionImage) {
    for _ in 0..<changeCount {
      do {
        try image.withdraw()
        try image.reinstate()
      } catch { fatalError("\(error)") }
    }
  }

  /// - Parameter stackSize: in bytes; 0 for as much as is usual.
  static func start(
    stackSize: Int = 0, _ body: @escaping @Sendable () -> Void
  ) -> pthread_t {
    final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    if stackSize > 0 { pthread_attr_setstacksize(&attributes, stackSize) }
    pthread_create(
      &thread, &attributes,
      {
        Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Work(body)).toOpaque())
    return thread
  }
}

/// What closures of advice hold. It is written when it goes, so that a call that still
/// used it then would be a race, and a wrong result.
private final class Captured: @unchecked Sendable {
  private(set) var thousand = 1000

  init() { Threads.made.add(1, ordering: .relaxed) }

  deinit {
    thousand = 1
    Threads.gone.add(1, ordering: .relaxed)
  }

  func use() { if thousand != 1000 { fatalError("a call uses what was released") } }
}
